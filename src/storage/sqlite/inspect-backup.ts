import { corrupt, unreachable } from '../storage-error.js';
import { MIGRATIONS } from './migrations/index.js';
import { PlainDatabase } from './plain-database.js';
import { REMEDY_OF_NEWER } from './remedies.js';

/** The revisions in a copy of a store. */
export interface BackupState {
  readonly newest: number;
  readonly oldest: number;
}

const KNOWN: ReadonlySet<string> = new Set(MIGRATIONS.map(({ name }) => name));

/** Checks a copy of a store as a whole. Rejects with `Corrupt` for damage, and `Unreachable` for another schema. */
export async function inspect(file: string): Promise<BackupState> {
  const database = await PlainDatabase.open(file);
  try {
    const found = await database.all<{ integrity_check: string }>('PRAGMA integrity_check');
    const faults = found.map((row) => row.integrity_check).filter((text) => text !== 'ok');
    if (faults.length > 0) throw corrupt(`${file} is damaged: ${faults[0]}`);
    await checkSchema(database, file);
    const [{ newest }] = await database.all<{ newest: number }>(
      'SELECT coalesce(max(revision), 1) AS newest FROM record',
    );
    const [{ oldest }] = await database.all<{ oldest: number }>(
      `SELECT coalesce(max(value), 0) AS oldest FROM property WHERE name = 'compacted_revision'`,
    );
    return { newest: Math.max(newest, oldest), oldest };
  } finally {
    await database.close();
  }
}

async function checkSchema(database: PlainDatabase, file: string): Promise<void> {
  const [table] = await database.all(`SELECT 1 FROM sqlite_master WHERE name = 'migrations'`);
  const applied = table ? await database.all<{ name: string }>('SELECT name FROM migrations') : [];
  if (applied.length === 0) throw unreachable(`${file} is not a backup of a store`);
  const unknown = applied.find(({ name }) => !KNOWN.has(name));
  if (unknown)
    throw unreachable(`${file} is of a newer version: it has the schema ${unknown.name}; ${REMEDY_OF_NEWER}`);
}

interface AtTime {
  readonly revision: number | null;
  readonly isPast: number | null;
}

/**
 * Returns the revision that a store was at, at a time in milliseconds since the epoch: its newest behind all writes.
 * Rejects with `Unreachable` where the times of its history do not go back so far.
 */
export async function revisionAt(file: string, time: number, { newest }: BackupState): Promise<number> {
  const database = await PlainDatabase.open(file);
  try {
    const columns = await database.all<{ name: string }>('PRAGMA table_info(record)');
    const hasTimes = columns.some(({ name }) => name === 'written_at');
    const sql = `SELECT max(revision) FILTER (WHERE written_at <= ?) AS revision, max(written_at) <= ? AS isPast FROM record`;
    const [found] = hasTimes ? await database.all<AtTime>(sql, [time, time]) : [];
    if (found?.revision != null) return found.isPast === 1 ? newest : found.revision;
    throw unreachable(`the history in ${file} does not go back to ${new Date(time).toISOString()}`);
  } finally {
    await database.close();
  }
}
