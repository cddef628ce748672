import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isStorageError } from '../storage-error.js';
import { backUp } from './back-up.js';
import { PlainDatabase } from './plain-database.js';
import { restore } from './restore.js';
import { SqliteStorage } from './sqlite-storage.js';

const bytes = (text: string): Buffer => Buffer.from(text);

let root: string;
let file: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'binnacle-backups-'));
  file = join(root, 'copy.db');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const reasonOf = (error: unknown): string | undefined => (isStorageError(error) ? error.code : undefined);
const storeAt = (name: string): string => join(root, name);
const rejectionOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** A closed store with three writes of one key; its revisions. */
async function fill(name: string): Promise<number[]> {
  const storage = await SqliteStorage.open({ directory: storeAt(name) });
  const first = await storage.create('/r/a', bytes('1'));
  const second = await storage.update('/r/a', bytes('2'), first);
  const third = await storage.update('/r/a', bytes('3'), second);
  await storage.close();
  return [first, second, third];
}

async function valuesIn(name: string): Promise<string[]> {
  const storage = await SqliteStorage.open({ directory: storeAt(name) });
  const { items } = await storage.range('/r/');
  await storage.close();
  return items.map(({ value }) => value.toString());
}

describe('backUp()', () => {
  it('makes a file that its owner alone can read, and says what is in it', async () => {
    const [, , newest] = await fill('one');
    const made = await backUp(storeAt('one'), file);
    const { size, mode } = await stat(file);
    expect(made).toEqual({ revision: newest, oldest: 0, bytes: size });
    expect([mode & 0o777, await readdir(root)]).toEqual([0o600, ['copy.db', 'one']]);
    expect(await valuesIn('one')).toEqual(['3']);
  });

  it('copies a store that is open', async () => {
    const storage = await SqliteStorage.open({ directory: storeAt('one') });
    const revision = await storage.create('/r/a', bytes('1'));
    expect(await backUp(storeAt('one'), file)).toMatchObject({ revision });
    await storage.update('/r/a', bytes('2'), revision);
    await storage.close();
  });

  it('opens no store whose lock cannot be made', async () => {
    await mkdir(join(storeAt('one'), 'binnacle.lock'), { recursive: true });
    const fault = await rejectionOf(SqliteStorage.open({ directory: storeAt('one') }));
    expect([reasonOf(fault), String(fault)]).toEqual(['Unreachable', expect.stringContaining('cannot open')]);
  });

  it('leaves a file alone that is there, and nothing where it fails', async () => {
    await fill('one');
    await writeFile(file, 'mine');
    expect(await rejectionOf(backUp(storeAt('one'), file))).toMatchObject({ message: `${file} exists already` });
    const nowhere = join(root, 'none', 'copy.db');
    expect(await rejectionOf(backUp(storeAt('one'), nowhere))).toBeDefined();
    const none = await rejectionOf(backUp(storeAt('two'), join(root, 'other.db')));
    expect([reasonOf(none), String(none)]).toEqual(['Unreachable', expect.stringContaining('there is no store in')]);
    expect(await readdir(root)).toEqual(['copy.db', 'one']);
  });

  it('copies no store that is damaged', async () => {
    await fill('one');
    await truncate(join(storeAt('one'), 'binnacle.db'), 8192);
    expect(reasonOf(await rejectionOf(backUp(storeAt('one'), file)))).toBe('Corrupt');
    expect(await readdir(root)).toEqual(['one']);
  });
});

describe('restore()', () => {
  let revisions: number[];

  beforeEach(async () => {
    revisions = await fill('one');
    await backUp(storeAt('one'), file);
  });

  it.each([
    [0, '1'],
    [1, '2'],
    [2, '3'],
  ])('restores the state at each revision: %d', async (i, value) => {
    const restored = await restore(file, { directory: storeAt('two'), replaces: false, atRevision: revisions[i] });
    expect(restored).toMatchObject({ revision: revisions[i], movedTo: undefined });
    expect(restored.resumed).toBeGreaterThan(revisions[2] + 1);
    expect(await valuesIn('two')).toEqual([value]);
  });

  it('makes the store readable by its owner alone, even if the backup is readable by all', async () => {
    await chmod(file, 0o644);
    await mkdir(storeAt('two'), { mode: 0o755 });
    await restore(file, { directory: storeAt('two'), replaces: false });
    const modes = ['binnacle.db', 'binnacle.revision'].map(
      async (name) => (await stat(join(storeAt('two'), name))).mode,
    );
    expect((await Promise.all(modes)).map((mode) => mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it('restores the newest state at a time after all writes, also of a store without history', async () => {
    await restore(file, { directory: storeAt('two'), replaces: false });
    const again = join(root, 'again.db');
    await backUp(storeAt('two'), again);
    const at = { directory: storeAt('three'), replaces: false, atTime: Date.now() + 60_000 };
    expect((await restore(again, at)).revision).toBeGreaterThan(revisions[2]);
    expect(await valuesIn('three')).toEqual(['3']);
  });

  it('knows no revisions that are not in the backup', async () => {
    const at = (atRevision: number) =>
      rejectionOf(restore(file, { directory: storeAt('two'), replaces: true, atRevision }));
    expect(reasonOf(await at(revisions[2] + 1))).toBe('TooLargeRevision');
    const storage = await SqliteStorage.open({ directory: storeAt('one') });
    await storage.compact(revisions[1]);
    await storage.close();
    await rm(file);
    await backUp(storeAt('one'), file);
    expect(reasonOf(await at(revisions[0]))).toBe('Compacted');
    const before = { directory: storeAt('two'), replaces: true, atTime: 0 };
    expect(await rejectionOf(restore(file, before))).toMatchObject({
      message: `the history in ${file} does not go back to 1970-01-01T00:00:00.000Z`,
    });
    expect(await readdir(root)).toEqual(['copy.db', 'one']);
    expect((await restore(file, { ...before, atTime: undefined, atRevision: revisions[1] })).revision).toBe(
      revisions[1],
    );
  });

  it('moves a store aside only if asked to, and goes on behind it', async () => {
    const storage = await SqliteStorage.open({ directory: storeAt('one') });
    let newest = revisions[2];
    for (let i = 0; i < 5; i++) newest = await storage.update('/r/a', bytes(`x${i}`), newest);
    const open = await rejectionOf(restore(file, { directory: storeAt('one'), replaces: true }));
    expect(open).toMatchObject({ message: `the store in ${storeAt('one')} is in use by another process` });
    await storage.close();
    const kept = await rejectionOf(restore(file, { directory: storeAt('one'), replaces: false }));
    expect(kept).toMatchObject({ message: `there is a store in ${storeAt('one')} already` });
    const { movedTo, resumed } = await restore(file, { directory: storeAt('one'), replaces: true });
    expect(resumed).toBeGreaterThan(newest);
    expect(movedTo).toMatch(/one\.before-\d{4}-\d\d-\d\dT[\d-]+Z$/);
    expect([await valuesIn('one'), await valuesIn(movedTo!.slice(root.length + 1))]).toEqual([['3'], ['x4']]);
  });

  it('leaves everything as it was where the new store cannot be opened', async () => {
    const { open } = SqliteStorage;
    SqliteStorage.open = () => Promise.reject(new Error('no space'));
    try {
      await expect(restore(file, { directory: storeAt('one'), replaces: true })).rejects.toThrow('no space');
      await expect(restore(file, { directory: storeAt('two'), replaces: false })).rejects.toThrow('no space');
    } finally {
      SqliteStorage.open = open;
    }
    expect([await readdir(root), await readdir(storeAt('two'))]).toEqual([['copy.db', 'one', 'two'], []]);
    expect(await valuesIn('one')).toEqual(['3']);
    await restore(file, { directory: storeAt('two'), replaces: false });
    expect(await valuesIn('two')).toEqual(['3']);
  });

  it.each<[string, (path: string) => Promise<void>, string, string]>([
    ['that is damaged', (path) => truncate(path, 8192), 'Corrupt', ''],
    ['that is no database', (path) => writeFile(path, 'x'.repeat(1000)), 'Corrupt', 'file is not a database'],
    ['that is empty', (path) => writeFile(path, ''), 'Unreachable', 'is not a backup of a store'],
    ['that is missing', (path) => rm(path), 'Unreachable', 'unable to open database file'],
    ['of a newer version', (path) => migrate(path, 'Later9999'), 'Unreachable', 'it has the schema Later9999'],
  ])('refuses a backup %s, and touches nothing', async (_name, change, reason, message) => {
    const copy = join(root, 'other.db');
    await copyFile(file, copy);
    await change(copy);
    const fault = await rejectionOf(restore(copy, { directory: storeAt('one'), replaces: true }));
    expect([reasonOf(fault), String(fault)]).toEqual([reason, expect.stringContaining(message)]);
    expect(await valuesIn('one')).toEqual(['3']);
  });
});

async function migrate(path: string, name: string): Promise<void> {
  const database = await PlainDatabase.open(path, 'write');
  await database.all('INSERT INTO migrations(timestamp, name) VALUES (9999, ?)', [name]);
  await database.close();
}
