import type { Command } from './command.js';

const DATA_DIRECTORY = ['--data-dir PATH', "Directory of the server's data (default ./data)"] as const;

/** How servers of stores are reached. */
const CONNECTION_FLAGS: Command['flags'] = [
  ['--etcd-prefix PATH', 'First part of all keys in etcd (default /registry)'],
  ['--etcd-cafile FILE', 'Authority of the certificates of etcd'],
  ['--etcd-certfile FILE', 'Client certificate for etcd'],
  ['--etcd-keyfile FILE', 'Key of the client certificate for etcd'],
  ['--postgres-schema NAME', 'Schema of the tables in PostgreSQL (default binnacle)'],
  ['--postgres-password-file FILE', 'Password for PostgreSQL (default the variable PGPASSWORD)'],
  ['--postgres-cafile FILE', 'Authority of the certificate of PostgreSQL'],
  ['--postgres-certfile FILE', 'Client certificate for PostgreSQL'],
  ['--postgres-keyfile FILE', 'Key of the client certificate for PostgreSQL'],
];

/** The commands that move, back up and restore stores. */
export const MOVING_COMMANDS: readonly Command[] = [
  {
    name: 'migrate',
    summary: 'Copy a store to one of another engine, and compare both',
    words: '--from STORE --to STORE [flags]',
    flags: [
      ['--from STORE', 'sqlite:DATA-DIRECTORY, postgres://USER@HOST/DATABASE, etcd://HOST:PORT or etcds://HOST:PORT'],
      ['--to STORE', 'The same; it has to be empty'],
      ['--plugins FILE[,FILE]', 'Plugins whose objects are in etcd, by path or package name'],
      ...CONNECTION_FLAGS,
    ],
    notes: 'Stop all servers of both stores before. After a failure the target is empty again.',
    load: async () => (await import('./moving/migrate.js')).migrate,
  },
  {
    name: 'backup',
    summary: 'Copy the SQLite store of a data directory to a file, also while a server runs',
    words: '--out FILE [flags]',
    flags: [['--out FILE', 'File to write, with its digest in FILE.sha256'], DATA_DIRECTORY],
    load: async () => (await import('./moving/back-up.js')).backUp,
  },
  {
    name: 'encryption migrate',
    summary: 'Write all objects again of the resources that an encryption configuration names',
    words: '--config FILE [flags]',
    flags: [
      ['--config FILE', 'The EncryptionConfiguration of the servers'],
      ['--kubeconfig FILE', 'Kubeconfig of the server (default the variable KUBECONFIG)'],
      ['--server URL', "URL of the server, in place of the kubeconfig's"],
    ],
    notes: 'The server has to run with the configuration. Ends with 1 where an object could not be written.',
    load: async () => (await import('./encryption/migrate.js')).migrateEncryption,
  },
  {
    name: 'encryption status',
    summary: 'Count the values of a store by resource and encryption key, also while a server runs',
    words: '[flags]',
    flags: [
      DATA_DIRECTORY,
      ['--store STORE', 'In its place: postgres://USER@HOST/DATABASE, etcd://HOST:PORT or etcds://HOST:PORT'],
      ['--unused KEY', 'Report whether the key of this name, or this service, can be removed'],
      ['--plugins FILE[,FILE]', 'Plugins whose resources are named, by path or package name'],
      ['--output table|json', 'Format of the result (default table)'],
      ...CONNECTION_FLAGS,
    ],
    notes: 'With --unused it ends with 1 where any value is under the key, former revisions included.',
    load: async () => (await import('./encryption/status.js')).encryptionStatus,
  },
  {
    name: 'restore',
    summary: 'Make the SQLite store of a data directory from a backup',
    words: 'FILE [flags]',
    flags: [
      DATA_DIRECTORY,
      ['--at-revision N', 'The state at a revision of the history in the backup (default the newest)'],
      ['--at-time TIME', 'The state at a time in the history, such as 2026-11-26T03:28:46Z'],
      ['--force', 'Move a store that is there aside'],
    ],
    load: async () => (await import('./moving/restore.js')).restore,
  },
  {
    name: 'store rename-kind',
    summary: 'Move the stored objects of one resource to another, with their history',
    words: '--from PLURAL.GROUP --to PLURAL.GROUP [flags]',
    flags: [
      ['--from PLURAL.GROUP', 'The resource as it was, such as berths.harbor.example.com'],
      ['--to PLURAL.GROUP', 'The resource as it is now; nothing may be stored of it'],
      ['--kind NAME', 'The kind that the objects have now (default the one they have)'],
      ['--write', 'Write the result; without it everything is tried and nothing written'],
      DATA_DIRECTORY,
    ],
    notes:
      'Stop the server before. The SQLite store is rewritten in one transaction, owners of other objects included.',
    load: async () => (await import('./moving/rename-kind.js')).renameKind,
  },
];
