import { join } from 'node:path';
import { PostgresUrlError, parsePostgresUrl } from '../../options/index.js';
import type { RowStoreLocation } from '../../storage/index.js';
import { CommandError } from '../output.js';

/** The flags that say how servers of stores are reached. */
export const LOCATION_FLAGS = [
  'etcd-cafile',
  'etcd-certfile',
  'etcd-keyfile',
  'etcd-prefix',
  'postgres-cafile',
  'postgres-certfile',
  'postgres-keyfile',
  'postgres-password-file',
  'postgres-schema',
] as const;

/** The values of flags by name. */
export type FlagValues = Readonly<Record<string, string | boolean | undefined>>;

const FORMS = 'sqlite:DIRECTORY, postgres://USER@HOST/DATABASE, etcd://HOST:PORT or etcds://HOST:PORT';
const MOVING_CONNECTIONS = 4;
/** A statement of a move may read or write some megabytes. */
const STATEMENT_TIMEOUT_MS = 120_000;

/** Returns the directory of the store in a data directory. */
export function storeDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'store');
}

/** Reads the location of a store. Throws CommandError. */
export function locationOf(text: string, flags: FlagValues): RowStoreLocation {
  if (text.startsWith('sqlite:') && text.length > 'sqlite:'.length) {
    return { sqlite: storeDirectory(text.slice('sqlite:'.length)) };
  }
  if (/^postgres(ql)?:/.test(text)) return { postgres: postgresOf(text, flags) };
  const etcd = /^(etcds?):\/\/([^/]+)\/?$/.exec(text);
  if (!etcd) throw new CommandError(`a store is given as ${FORMS}`);
  const scheme = etcd[1] === 'etcds' ? 'https' : 'http';
  return {
    etcd: etcdOf(
      etcd[2].split(',').map((host) => `${scheme}://${host}`),
      flags,
    ),
  };
}

function postgresOf(url: string, flags: FlagValues): Extract<RowStoreLocation, { postgres: unknown }>['postgres'] {
  const schema = textOf(flags, 'postgres-schema') || 'binnacle';
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) throw new CommandError('--postgres-schema: is not the name of a schema');
  if (passwordIn(url) !== undefined) {
    throw new CommandError('the URL has a password: use --postgres-password-file or the variable PGPASSWORD');
  }
  return {
    url,
    urlFile: '',
    passwordFile: textOf(flags, 'postgres-password-file'),
    caFile: textOf(flags, 'postgres-cafile'),
    certFile: textOf(flags, 'postgres-certfile'),
    keyFile: textOf(flags, 'postgres-keyfile'),
    schema,
    maxConnections: MOVING_CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  };
}

function passwordIn(url: string): string | undefined {
  try {
    return parsePostgresUrl(url).password;
  } catch (error) {
    throw error instanceof PostgresUrlError ? new CommandError(`the URL of PostgreSQL ${error.message}`) : error;
  }
}

function etcdOf(servers: string[], flags: FlagValues): Extract<RowStoreLocation, { etcd: unknown }>['etcd'] {
  const segments = (textOf(flags, 'etcd-prefix') || '/registry').split('/').filter((segment) => segment !== '');
  return {
    servers,
    caFile: textOf(flags, 'etcd-cafile'),
    certFile: textOf(flags, 'etcd-certfile'),
    keyFile: textOf(flags, 'etcd-keyfile'),
    prefix: `/${segments.join('/')}`,
  };
}

function textOf(flags: FlagValues, name: string): string {
  return String(flags[name] ?? '');
}
