import { chmod, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { DataSource } from 'typeorm';
import { makeDirectory } from '../../observability/index.js';
import { unreachable } from '../storage-error.js';
import { MIGRATIONS } from './migrations/index.js';
import { REMEDY } from './older-store.js';
import { PlainDatabase } from './plain-database.js';
import { PropertyEntity } from './property.entity.js';
import { RecordEntity } from './record.entity.js';
import { REMEDY_OF_NEWER } from './remedies.js';
import { RevisionMark } from './revision-mark.js';
import { SqliteConnection } from './sqlite-connection.js';
import { sqliteCode, toStorageError } from './sqlite-errors.js';

/** Where a database is and how large it may get. */
export interface OpenDatabaseOptions {
  /** The directory the files are in, made when missing; or `:memory:`. */
  readonly directory: string;
  /** Writes fail with Unreachable when the database would grow beyond so many bytes. Unset: no limit. */
  readonly maxBytes?: number;
  /** True if a rolled-back store is opened nevertheless. */
  readonly acceptsOlder?: boolean;
}

/** An open database, owned by this process alone until closed. */
export interface OpenedDatabase {
  /** The only connection that may write; its statements must not overlap. */
  readonly writer: SqliteConnection;
  /** For reads that do not wait for writes. In memory it is the writer, which then orders statements itself. */
  readonly reader: SqliteConnection;
  /** How far the store had come; none in memory. */
  readonly mark?: RevisionMark;
  close(): Promise<void>;
}

/** Larger than SQLite's default: two objects of common size fit one page, and less is logged per commit. */
const PAGE_BYTES = 8192;
/** Pages of log after which a commit also copies the log into the database. */
const CHECKPOINT_PAGES = 2000;
/** TypeORM asks the driver to be verbose, which takes a stack trace for every statement. */
const DRIVER = { ...sqlite3, verbose: () => sqlite3 };
const ENTITIES = [RecordEntity, PropertyEntity];

/**
 * Opens a database, updates its schema and locks out other processes.
 * Throws StorageError: `Unreachable` when another process has it open, a newer version wrote it or one of its files is
 * missing, `Corrupt` when the file is damaged.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  return options.directory === ':memory:' ? openInMemory(options) : openInDirectory(options);
}

/** Returns the DataSource of the writing connection, not yet initialised: its entities describe the schema. */
export function writerDataSource(file: string): DataSource {
  return new DataSource({
    type: 'sqlite',
    driver: DRIVER,
    database: file,
    entities: ENTITIES,
    migrations: MIGRATIONS,
  });
}

async function openInMemory(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const writer = await openWriter(':memory:', options);
  writer.serialize();
  return { writer, reader: writer, close: () => writer.close() };
}

async function openInDirectory(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  await ensureDirectory(options.directory);
  const lock = await lockDirectory(options.directory);
  const opened: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    // The reader first: closing the last connection folds the log into the database, which only the writer may do.
    for (const connection of opened.reverse()) await connection.close();
    await lock.close();
  };
  try {
    const file = join(options.directory, 'binnacle.db');
    const mark = await openMark(options.directory);
    opened.push(mark);
    if (!options.acceptsOlder) await refuseMissingFiles(file, mark);
    await touch(file);
    const writer = await openWriter(file, options);
    opened.push(writer);
    const reader = await openReader(file);
    opened.push(reader);
    return { writer, reader, mark, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function ensureDirectory(directory: string): Promise<void> {
  try {
    // mkdir obeys the umask, which may be stricter than needed but also lets parents through.
    if (await makeDirectory(directory, 0o700)) await chmod(directory, 0o700);
  } catch (error) {
    throw unreachable(`cannot make the data directory ${directory}: ${String(error)}`, error);
  }
}

async function touch(file: string): Promise<void> {
  try {
    await (await open(file, 'a', 0o600)).close();
  } catch (error) {
    throw unreachable(`cannot open ${file}: ${String(error)}`, error);
  }
}

async function openMark(directory: string): Promise<RevisionMark> {
  const path = join(directory, 'binnacle.revision');
  try {
    return await RevisionMark.open(path);
  } catch (error) {
    throw unreachable(`cannot open ${path}: ${String(error)}`, error);
  }
}

/** Refuses a store whose files were taken away, before anything is made in their place. */
async function refuseMissingFiles(file: string, { found }: RevisionMark): Promise<void> {
  if (found.revision === 0) return;
  const expected = found.isOpen ? [file, `${file}-wal`] : [file];
  for (const path of expected) {
    if (await hasContent(path)) continue;
    throw unreachable(`${path} is missing or empty, though the store was at revision ${found.revision}; ${REMEDY}`);
  }
}

async function hasContent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.size > 0;
}

async function openWriter(file: string, options: OpenDatabaseOptions): Promise<SqliteConnection> {
  const dataSource = writerDataSource(file);
  try {
    await dataSource.initialize();
    for (const pragma of writerPragmas(options)) await dataSource.query(`PRAGMA ${pragma}`);
    await refuseNewerSchema(dataSource);
    await dataSource.runMigrations();
    return new SqliteConnection(dataSource);
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    throw toStorageError(error, `opening the store ${file}`);
  }
}

function writerPragmas(options: OpenDatabaseOptions): string[] {
  const pragmas = [
    `page_size = ${PAGE_BYTES}`,
    'journal_mode = WAL',
    'synchronous = FULL',
    `wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
    'cache_size = -2048',
  ];
  if (options.maxBytes !== undefined) {
    pragmas.push(`max_page_count = ${Math.max(1, Math.floor(options.maxBytes / PAGE_BYTES))}`);
  }
  return pragmas;
}

async function refuseNewerSchema(dataSource: DataSource): Promise<void> {
  const tables: unknown[] = await dataSource.query(`SELECT 1 FROM sqlite_master WHERE name = 'migrations'`);
  if (tables.length === 0) return;
  const applied: { name: string }[] = await dataSource.query('SELECT name FROM migrations');
  const known = new Set(MIGRATIONS.map((migration) => migration.name));
  const unknown = applied.find(({ name }) => !known.has(name));
  if (!unknown) return;
  throw unreachable(`the store was written by a newer version: it has the schema ${unknown.name}; ${REMEDY_OF_NEWER}`);
}

async function openReader(file: string): Promise<SqliteConnection> {
  const dataSource = new DataSource({
    type: 'sqlite',
    driver: DRIVER,
    database: file,
    flags: sqlite3.OPEN_READONLY,
  });
  try {
    await dataSource.initialize();
    return new SqliteConnection(dataSource);
  } catch (error) {
    throw toStorageError(error, `opening the store ${file} for reading`);
  }
}

/**
 * Takes the directory for this process: an exclusive SQLite lock on a separate file, because such a lock on the
 * database would keep out our own reader. The operating system drops it when the process dies, however it dies.
 */
async function lockDirectory(directory: string): Promise<PlainDatabase> {
  const file = join(directory, 'binnacle.lock');
  await touch(file);
  const handle = await PlainDatabase.open(file, 'write');
  try {
    await handle.all('BEGIN EXCLUSIVE');
    return handle;
  } catch (error) {
    await handle.close();
    if (sqliteCode((error as Error).cause) !== 'SQLITE_BUSY') throw error;
    throw unreachable(`the store in ${directory} is in use by another process`, error);
  }
}
