import { jest } from '@jest/globals';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it('goes on behind the revisions that may follow the one after the newest', async () => {
    const resumed = revisions[1] + 1 + 1_000_000;
    const fresh = { directory: join(root, 'fresh'), replaces: false };
    expect(await restore(file, fresh)).toEqual({ revision: revisions[1], resumed, movedTo: undefined });
  });

  it('makes a directory that its owner alone can enter', async () => {
    const fresh = join(root, 'fresh');
    await restore(file, { directory: fresh, replaces: false });
    expect((await stat(fresh)).mode & 0o777).toBe(0o700);
  });

  it.each(['binnacle.db', 'binnacle.revision'])('takes a directory without %s for a damaged store', async (name) => {
    await rm(join(directory, name));
    await expect(restore(file, { directory, replaces: false })).rejects.toThrow('there is a store in');
    const { movedTo } = await restore(file, { directory, replaces: true });
    expect(await readdir(movedTo!)).not.toContain('binnacle.db-wal');
    expect(await valuesIn(directory)).toEqual(['2']);
  });

  it('replaces a store that lost the file that locks it', async () => {
    await rm(join(directory, 'binnacle.lock'));
    expect((await restore(file, { directory, replaces: true })).movedTo).toBeDefined();
    expect(await valuesIn(directory)).toEqual(['2']);
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
    const opening = [jest.spyOn(PlainDatabase, 'open'), jest.spyOn(RevisionMark, 'open')];
    const closing = [jest.spyOn(PlainDatabase.prototype, 'close'), jest.spyOn(RevisionMark.prototype, 'close')];
    await restore(file, { directory, replaces: true, atRevision: revisions[0] });
    for (const [i, { mock }] of opening.entries()) {
      const opened = await Promise.all(mock.results.map(({ value }) => value as Promise<unknown>));
      expect(opened.length).toBeGreaterThan(1);
      expect(new Set(closing[i]!.mock.contexts)).toEqual(new Set(opened));
    }
  });
});
