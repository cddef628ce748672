import type { SectionBuilder } from './flag.js';
import { durationKind, integerKind, pathKind, textKind } from './flag-kinds.js';

/** Adds the flags of storage in PostgreSQL to those of storage. */
export function addPostgresFlags(storage: SectionBuilder): SectionBuilder {
  return storage
    .flag('postgres-cafile', ['postgres', 'caFile'], {
      kind: pathKind,
      help: 'Authority of the certificate of PostgreSQL, in PEM; by default the authorities of the system.',
      isFile: true,
    })
    .flag('postgres-certfile', ['postgres', 'certFile'], {
      kind: pathKind,
      help: 'Client certificate for PostgreSQL, in PEM.',
      isFile: true,
    })
    .flag('postgres-keyfile', ['postgres', 'keyFile'], {
      kind: pathKind,
      help: 'Key of the client certificate for PostgreSQL, in PEM.',
      isFile: true,
    })
    .flag('postgres-max-connections', ['postgres', 'maxConnections'], {
      kind: integerKind,
      help: 'Maximum number of connections to PostgreSQL, at least 3.',
    })
    .flag('postgres-password-file', ['postgres', 'passwordFile'], {
      kind: pathKind,
      help: 'File with the password for PostgreSQL; by default the variable PGPASSWORD.',
      isFile: true,
    })
    .flag('postgres-schema', ['postgres', 'schema'], {
      kind: textKind,
      help: 'Schema of the tables in PostgreSQL; made when it is missing.',
    })
    .flag('postgres-statement-timeout', ['postgres', 'statementTimeout'], {
      kind: durationKind,
      help: 'Timeout of a statement in PostgreSQL.',
    })
    .flag('postgres-url', ['postgres', 'url'], {
      kind: textKind,
      help: 'postgres://user@host:port/database without a password; several hosts with commas.',
    })
    .flag('postgres-url-file', ['postgres', 'urlFile'], {
      kind: pathKind,
      help: 'File with the URL in place of --postgres-url; it may have a password.',
      isFile: true,
    });
}
