import { copyFile, cp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OlderStore, SqliteStorage, type SqliteStorageOptions } from '../../src/storage/sqlite/index.js';
import { RecordingListener } from '../support/storage-recorder.js';
import { removeStorageDirectories, storageDirectory } from '../support/storage-sqlite.js';

const bytes = (text: string): Buffer => Buffer.from(text);
const WRITES = 20;

afterAll(removeStorageDirectories);

/**
 * The files after a process was killed after some writes: the log is not checkpointed, and the revision file may lag.
 */
async function killedStore(marked = 'open'): Promise<{ directory: string; revision: number }> {
  const directory = await storageDirectory();
  const copy = await storageDirectory();
  const storage = await SqliteStorage.open({ directory });
  let revision = await storage.create('/r/a', bytes('0'));
  for (let i = 1; i < WRITES; i++) revision = await storage.update('/r/a', bytes(`${i}`), revision);
  await markOf(directory, marked);
  await cp(directory, copy, { recursive: true });
  await storage.close();
  return { directory: copy, revision };
}

/** Waits until the mark says something. */
async function markOf(directory: string, state: string): Promise<string> {
  for (;;) {
    const text = await readFile(join(directory, 'binnacle.revision'), 'latin1').catch(() => '');
    if (text.includes(state)) return text;
    await new Promise(setImmediate);
  }
}

const open = (options: SqliteStorageOptions): Promise<SqliteStorage> => SqliteStorage.open(options);

/** A store that was closed in order at some revision, with a copy of it from before. */
async function restoredStore(): Promise<{ directory: string; old: number; newest: number }> {
  const directory = await storageDirectory();
  const file = join(directory, 'binnacle.db');
  const first = await open({ directory });
  const old = await first.create('/r/a', bytes('old'));
  await first.close();
  await copyFile(file, `${file}.old`);
  const second = await open({ directory });
  const newest = await second.update('/r/a', bytes('new'), old);
  await second.close();
  await copyFile(`${file}.old`, file);
  return { directory, old, newest };
}

describe('a store that is as it was', () => {
  it('opens after a kill, and after an end in order', async () => {
    const { directory, revision } = await killedStore();
    const storage = await open({ directory });
    expect(storage.currentRevision()).toBe(revision);
    await storage.close();
    expect(await markOf(directory, 'done')).toContain(`${revision} done`);
    await (await open({ directory })).close();
  });

  it('opens with a mark that is behind, damaged or missing', async () => {
    const { directory, revision } = await killedStore();
    const mark = join(directory, 'binnacle.revision');
    for (const text of ['revision 0000000000000002 open\n', 'revision 99', '', '\0'.repeat(40)]) {
      await writeFile(mark, text);
      const storage = await open({ directory });
      expect(storage.currentRevision()).toBe(revision);
      await storage.close();
    }
    await rm(mark);
    await (await open({ directory })).close();
  });

  it('is never marked ahead of what is committed', async () => {
    const directory = await storageDirectory();
    const storage = await open({ directory, maxBytes: 256 * 1024 });
    const revision = await storage.create('/r/a', bytes('1'));
    await expect(storage.create('/r/huge', Buffer.alloc(1024 * 1024))).rejects.toMatchObject({ code: 'Unreachable' });
    await storage.close();
    expect(await markOf(directory, 'done')).toContain(`${revision} done`);
  });
});

describe('a store that is older than it was', () => {
  it.each<[string, (file: string) => Promise<void>, string]>([
    ['its log is missing', (file) => rm(`${file}-wal`), 'binnacle.db-wal is missing or empty'],
    ['its log is empty', (file) => truncate(`${file}-wal`, 0), 'binnacle.db-wal is missing or empty'],
    ['its database is missing', (file) => rm(file), 'binnacle.db is missing or empty'],
    ['its database is empty', (file) => truncate(file, 0), 'binnacle.db is missing or empty'],
  ])('is refused when %s, and opened as before once that is back', async (_, damage, message) => {
    const { directory, revision } = await killedStore();
    const aside = await storageDirectory();
    await cp(directory, aside, { recursive: true });
    await damage(join(directory, 'binnacle.db'));
    await expect(open({ directory })).rejects.toThrow(message);
    await expect(open({ directory })).rejects.toThrow('--accept-older-store');
    await cp(aside, directory, { recursive: true, force: true });
    const storage = await open({ directory });
    expect(storage.currentRevision()).toBe(revision);
    await storage.close();
  });

  it('is refused when its log is shorter', async () => {
    const { directory, revision } = await killedStore(`${WRITES + 1} open`);
    expect(revision).toBe(WRITES + 1);
    const log = join(directory, 'binnacle.db-wal');
    await truncate(log, Math.floor((await stat(log)).size * 0.6));
    await expect(open({ directory })).rejects.toThrow(`but it was at ${revision}`);
  });

  it('is refused when an old copy was put in its place', async () => {
    const { directory, old, newest } = await restoredStore();
    await expect(open({ directory })).rejects.toThrow(`the store is at revision ${old}, but it was at ${newest}`);
  });

  it('goes on when that is accepted, with revisions nobody has seen, and without history', async () => {
    const { directory, old, newest } = await restoredStore();
    const told: OlderStore[] = [];
    const storage = await open({ directory, acceptsOlder: true, onOlder: (facts) => told.push(facts) });
    const resumed = storage.currentRevision();
    expect(told).toEqual([{ marked: newest, found: old, resumed }]);
    expect(resumed).toBeGreaterThan(newest);
    expect(await storage.get('/r/a')).toMatchObject({ value: bytes('old'), revision: old });
    const watching = storage.watch({ prefix: '/r/', afterRevision: newest }, new RecordingListener());
    await expect(watching).rejects.toMatchObject({ code: 'Compacted' });
    await expect(storage.update('/r/a', bytes('lost'), newest)).rejects.toMatchObject({ code: 'Conflict' });
    expect(await storage.update('/r/a', bytes('later'), old)).toBeGreaterThan(resumed);
    await storage.close();
    const again = await open({ directory });
    expect(again.currentRevision()).toBeGreaterThan(resumed);
    await again.close();
  });

  it('goes on from its own end when its log is accepted to be missing', async () => {
    const { directory, revision } = await killedStore();
    await rm(join(directory, 'binnacle.db-wal'));
    const storage = await open({ directory, acceptsOlder: true });
    expect(await storage.create('/r/b', bytes('1'))).toBeGreaterThan(revision);
    await storage.close();
    await (await open({ directory })).close();
  });
});
