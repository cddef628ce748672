import { ROW_PAGE } from '../row-store.js';
import { unreachable } from '../storage-error.js';
import type { RewrittenStore, StoreRewrite } from '../store-rewrite.js';
import { openDatabase } from './open-database.js';
import { databaseIn } from './shared-store.js';
import type { SqliteConnection } from './sqlite-connection.js';

interface Row {
  readonly revision: number;
  readonly key: string;
  readonly create_revision: number;
  readonly deleted: number;
  readonly expires_at: number | null;
  readonly value: Buffer;
}

const COLUMNS = 'revision, key, create_revision, deleted, expires_at, value';
const UNDER = 'key >= ? AND key < ?';
const REPLACED = 'EXISTS (SELECT 1 FROM record n WHERE n.key = r.key AND n.revision > r.revision)';
const INSERT =
  'INSERT INTO record(revision, key, create_revision, previous_revision, deleted, expires_at, value, written_at) VALUES (?,?,?,?,0,?,?,?)';

/** Rewrites a store as `rewriteStore` says. */
export async function rewriteRows(rewrite: StoreRewrite): Promise<RewrittenStore> {
  await databaseIn(rewrite.directory);
  const { writer, mark, close } = await openDatabase({ directory: rewrite.directory });
  try {
    await writer.run('BEGIN IMMEDIATE');
    try {
      const done = await rewriteWith(writer, rewrite);
      const newest = await newestRevision(writer);
      await writer.run(rewrite.isTrial ? 'ROLLBACK' : 'COMMIT');
      if (mark && !rewrite.isTrial) await mark.finish(Math.max(newest, mark.found.revision));
      return done;
    } catch (error) {
      // A transaction that SQLite has rolled back, as for a full disk, is over.
      await writer.run('ROLLBACK').catch(() => {});
      throw error;
    }
  } finally {
    await close();
  }
}

async function rewriteWith(writer: SqliteConnection, rewrite: StoreRewrite): Promise<RewrittenStore> {
  const { from, to } = rewrite;
  const [taken] = await writer.all<{ key: string }>(`SELECT key FROM record WHERE ${UNDER} LIMIT 1`, rangeOf(to));
  if (taken) throw unreachable(`there are values under ${to} already, as ${taken.key}`);
  const counts = { moved: 0, former: 0, changed: 0 };
  const [{ objects }] = await writer.all<{ objects: number }>(
    `SELECT count(*) AS objects FROM record r WHERE ${UNDER} AND deleted = 0 AND NOT ${REPLACED}`,
    rangeOf(from),
  );
  for await (const { key, revision, value } of rowsUnder(writer, from)) {
    const next = `${to}${key.slice(from.length)}`;
    // A deletion may be kept without a value.
    const moved = value.length === 0 ? value : rewrite.moved({ key, value });
    await writer.run('UPDATE record SET key = ?, value = ? WHERE revision = ?', [next, moved, revision]);
    counts.former++;
  }
  counts.moved = objects;
  counts.former -= objects;
  counts.changed = await changeOthers(writer, rewrite);
  return counts;
}

/** The rows are found by the key that they lose: each page begins with the first of the rest. */
async function* rowsUnder(writer: SqliteConnection, prefix: string): AsyncGenerator<Row> {
  for (;;) {
    const sql = `SELECT ${COLUMNS} FROM record WHERE ${UNDER} ORDER BY key LIMIT ?`;
    const rows = await writer.all<Row>(sql, [...rangeOf(prefix), ROW_PAGE]);
    if (rows.length === 0) return;
    yield* rows;
  }
}

async function changeOthers(writer: SqliteConnection, { to, kept }: StoreRewrite): Promise<number> {
  const end = await newestRevision(writer);
  let newest = end;
  for await (const row of newestRows(writer, end)) {
    const { key, value, revision, create_revision: created, expires_at: expires } = row;
    if (key.startsWith(to)) continue;
    const next = kept({ key, value });
    if (!next) continue;
    newest++;
    await writer.run(INSERT, [newest, key, created, revision, expires, next, Date.now()]);
  }
  return newest - end;
}

async function* newestRows(writer: SqliteConnection, end: number): AsyncGenerator<Row> {
  const sql = `SELECT ${COLUMNS} FROM record r WHERE revision > ? AND revision <= ? AND deleted = 0 AND NOT ${REPLACED} ORDER BY revision LIMIT ?`;
  for (let after = 0; ;) {
    const rows = await writer.all<Row>(sql, [after, end, ROW_PAGE]);
    if (rows.length === 0) return;
    yield* rows;
    after = rows.at(-1)!.revision;
  }
}

async function newestRevision(writer: SqliteConnection): Promise<number> {
  const [{ newest }] = await writer.all<{ newest: number }>('SELECT coalesce(max(revision), 1) AS newest FROM record');
  const [property] = await writer.all<{ value: number }>(
    `SELECT value FROM property WHERE name = 'compacted_revision'`,
  );
  return Math.max(newest, property?.value ?? 0);
}

/** The keys of a prefix, which ends in a slash: `0` is the character behind it. */
function rangeOf(prefix: string): [string, string] {
  return [prefix, `${prefix.slice(0, -1)}0`];
}
