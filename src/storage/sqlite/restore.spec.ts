import { jest } from '@jest/globals';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { backUp } from './back-up.js';
import { PlainDatabase } from './plain-database.js';
import { restore } from './restore.js';
import { RevisionMark } from './revision-mark.js';
import { SqliteStorage } from './sqlite-storage.js';

describe('restore()', () => {
  let root: string;
  let file: string;
  let directory: string;
  let revisions: number[];

  /** A backup of a store with two writes of one key, and the store. */
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'restore-'));
    [file, directory] = [join(root, 'copy.db'), join(root, 'store')];
    const storage = await SqliteStorage.open({ directory });
    const first = await storage.create('/r/a', Buffer.from('1'));
    revisions = [first, await storage.update('/r/a', Buffer.from('2'), first)];
    await storage.close();
    await backUp(directory, file);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(root, { recursive: true, force: true });
  });

  async function valuesIn(path: string): Promise<string[]> {
    const storage = await SqliteStorage.open({ directory: path });
    const { items } = await storage.range('/r/');
    await storage.close();
    return items.map(({ value }) => value.toString());
  }

  /** Opening a restored store compacts a million revisions, which takes a second: tests that can do without it skip it. */
  function openNothing(): void {
    const storage = { currentRevision: () => 7, close: () => Promise.resolve() } as SqliteStorage;
    jest.spyOn(SqliteStorage, 'open').mockResolvedValue(storage);
  }

  it('marks the new store one revision behind the backup, and goes on where it is opened', async () => {
    openNothing();
    const fresh = join(root, 'fresh');
    const restored = await restore(file, { directory: fresh, replaces: false });
    expect(restored).toEqual({ revision: revisions[1], resumed: 7, movedTo: undefined });
    expect(await readFile(join(fresh, 'binnacle.revision'), 'utf8')).toBe('revision 0000000000000004 done\n');
  });

  it('makes a directory that its owner alone can enter', async () => {
    openNothing();
    await restore(file, { directory: join(root, 'fresh'), replaces: false });
    expect((await stat(join(root, 'fresh'))).mode & 0o777).toBe(0o700);
  });

  it.each(['binnacle.db', 'binnacle.revision'])('refuses a directory with %s alone, if not asked to', async (name) => {
    const lone = join(root, 'lone');
    await mkdir(lone);
    await copyFile(join(directory, name), join(lone, name));
    openNothing();
    await expect(restore(file, { directory: lone, replaces: false })).rejects.toThrow('there is a store in');
  });

  it('replaces a store that lost the file that locks it', async () => {
    await rm(join(directory, 'binnacle.lock'));
    openNothing();
    const { movedTo } = await restore(file, { directory, replaces: true });
    expect(await readdir(root)).toEqual(['copy.db', 'store', basename(movedTo!)]);
  });

  it('puts the former store back where nothing is left of the new one', async () => {
    const opening = jest.spyOn(SqliteStorage, 'open').mockImplementation(async () => {
      await rm(directory, { recursive: true });
      throw new Error('taken away');
    });
    await expect(restore(file, { directory, replaces: true })).rejects.toThrow('taken away');
    opening.mockRestore();
    expect(await readdir(root)).toEqual(['copy.db', 'store']);
    expect(await valuesIn(directory)).toEqual(['2']);
  });

  it('closes every file that it opens', async () => {
    openNothing();
    const opening = [jest.spyOn(PlainDatabase, 'open'), jest.spyOn(RevisionMark, 'open')];
    const closing = [jest.spyOn(PlainDatabase.prototype, 'close'), jest.spyOn(RevisionMark.prototype, 'close')];
    await restore(file, { directory, replaces: true, atRevision: revisions[0] });
    for (const [i, { mock }] of opening.entries()) {
      const opened = await Promise.all(mock.results.map(({ value }) => value as Promise<unknown>));
      expect(opened.length).toBeGreaterThan(0);
      expect(new Set(closing[i]!.mock.contexts)).toEqual(new Set(opened));
    }
  });
});
