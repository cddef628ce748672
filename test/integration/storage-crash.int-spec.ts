import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import sqlite3 from 'sqlite3';
import { type StorageEvent } from '../../src/storage/index.js';
import { SqliteStorage } from '../../src/storage/sqlite/index.js';
import { RecordingListener } from '../support/storage-recorder.js';
import { removeStorageDirectories, storageDirectory } from '../support/storage-sqlite.js';

const ROUNDS = 15;
const MAX_WRITES_PER_ROUND = 2500;
// Below node_modules, so that the bundled writer finds its packages.
const WRITER = join(process.cwd(), 'node_modules/.cache/binnacle-storage-crash', `writer-${process.pid}.mjs`);

interface Write {
  readonly type: string;
  readonly revision: number;
  readonly key: string;
  readonly text: string;
}

beforeAll(async () => {
  await mkdir(join(WRITER, '..'), { recursive: true });
  const entryPoints = [join(process.cwd(), 'test/support/storage-crash-writer.ts')];
  await build({ entryPoints, outfile: WRITER, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
});
afterAll(async () => {
  await rm(WRITER, { force: true });
  await removeStorageDirectories();
});

/** Runs a writing process until it has acknowledged so many writes, kills it, and returns the acknowledged writes. */
async function writeAndKill(directory: string, round: number, acknowledged: number): Promise<Write[]> {
  const mode = round % 2 === 0 ? 'keep' : 'compact';
  const child = spawn(process.execPath, [WRITER, directory, `${round}`, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const writes: Write[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [type, revision, key, text] = line.split(' ') as [string, string, string, string | undefined];
    // The last line may be cut off by the kill.
    if (text === undefined) continue;
    writes.push({ type, revision: Number(revision), key, text });
    if (writes.length === acknowledged) child.kill('SIGKILL');
  }
  expect((await closed)[1]).toBe('SIGKILL');
  return writes;
}

function textOf({ value }: { value: Buffer }): string {
  return value.toString().replace(/\.*$/, '');
}

function integrityOf(file: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file);
    database.all('PRAGMA integrity_check', (error, rows) =>
      database.close(() => (error ? reject(error) : resolve(rows))),
    );
  });
}

/** The history there is: every event after the compacted revision, in order. */
async function historyOf(storage: SqliteStorage): Promise<StorageEvent[]> {
  const listener = new RecordingListener();
  const afterRevision = Math.max(1, await storage.compactedRevision());
  await storage.watch({ prefix: '/', afterRevision }, listener);
  return listener.events;
}

/** Describes every acknowledged write that the store does not have; the answer should be empty. */
async function findLost(storage: SqliteStorage, acknowledged: readonly Write[]): Promise<string[]> {
  const compacted = await storage.compactedRevision();
  const history = new Map((await historyOf(storage)).map((event) => [event.revision, event]));
  const { items } = await storage.range('/r/');
  const live = new Map(items.map((item) => [item.key, item]));
  const newest = new Map(acknowledged.map((write) => [write.key, write.revision]));
  const isKept = (write: Write): boolean => {
    const found = history.get(write.revision);
    if (write.revision > compacted) {
      return found?.type === write.type && found.key === write.key && textOf(found) === write.text;
    }
    // Given up history shows in the state of the key: the write itself, or a later one.
    const value = live.get(write.key);
    if (newest.get(write.key) !== write.revision) return true;
    if (value && value.revision >= write.revision)
      return value.revision > write.revision || textOf(value) === write.text;
    const isGone = value === undefined;
    const later = [...history.values()].some(({ key, type }) => key === write.key && type === 'delete');
    return isGone && (write.type === 'delete' || later);
  };
  return acknowledged.filter((write) => !isKept(write)).map((write) => JSON.stringify(write));
}

it('loses no acknowledged write, and no file, however often the process is killed', async () => {
  const directory = await storageDirectory();
  const newestOfKey = new Map<string, Write>();
  let lastRevision = 1;
  for (let round = 0; round < ROUNDS; round++) {
    const count = 1 + Math.floor(Math.random() * MAX_WRITES_PER_ROUND);
    const written = await writeAndKill(directory, round, count);
    expect(written.length).toBeGreaterThanOrEqual(count);
    for (const write of written.toSorted((a, b) => a.revision - b.revision)) newestOfKey.set(write.key, write);
    const revisions = written.map(({ revision }) => revision).toSorted((a, b) => a - b);
    expect(new Set(revisions).size).toBe(revisions.length);
    expect(revisions[0]).toBeGreaterThan(lastRevision);

    const storage = await SqliteStorage.open({ directory });
    const earlier = [...newestOfKey.values()].filter((write) => !written.includes(write));
    expect(await findLost(storage, [...earlier, ...written.toSorted((a, b) => a.revision - b.revision)])).toEqual([]);
    // A deletion may be on disk though the process died before it said so, and the next round may compact it away.
    const live = new Set((await storage.range('/r/')).items.map(({ key }) => key));
    for (const key of newestOfKey.keys()) if (!live.has(key)) newestOfKey.delete(key);
    const history = (await historyOf(storage)).map(({ revision }) => revision);
    expect(history).toEqual([...new Set(history)].toSorted((a, b) => a - b));
    lastRevision = storage.currentRevision();
    expect(lastRevision).toBeGreaterThanOrEqual(revisions.at(-1)!);
    await storage.close();
    expect(await integrityOf(join(directory, 'binnacle.db'))).toEqual([{ integrity_check: 'ok' }]);
  }
});
