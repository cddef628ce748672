import { jest } from '@jest/globals';
import { type FileHandle, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from './back-up.js';
import { PlainDatabase } from './plain-database.js';
import { SqliteStorage } from './sqlite-storage.js';

describe('backUp()', () => {
  let root: string;
  let file: string;
  let directory: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'back-up-'));
    [file, directory] = [join(root, 'copy.db'), join(root, 'store')];
    const storage = await SqliteStorage.open({ directory });
    await storage.create('/r/a', Buffer.from('1'));
    await storage.close();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(root, { recursive: true });
  });

  it('makes a file for its owner alone, also over what an earlier attempt left', async () => {
    await writeFile(`${file}.partial`, 'begun', { mode: 0o644 });
    await backUp(directory, file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(root)).toEqual(['copy.db', 'store']);
  });

  it('copies no store that lost its log', async () => {
    await writeFile(join(directory, 'binnacle.revision'), 'revision 0000000000000002 open\n');
    const message = expect.stringContaining('binnacle.db-wal is missing or empty');
    await expect(backUp(directory, file)).rejects.toMatchObject({ code: 'Unreachable', message });
    expect(await readdir(root)).toEqual(['store']);
  });

  it('leaves nothing of a copy that has no room', async () => {
    const { all } = PlainDatabase.prototype;
    jest.spyOn(PlainDatabase.prototype, 'all').mockImplementation(async function (this: PlainDatabase, sql, values) {
      if (!sql.startsWith('VACUUM')) return all.call(this, sql, values);
      expect(await readdir(root)).toContain('copy.db.partial');
      throw new Error('disk full');
    });
    await expect(backUp(directory, file)).rejects.toThrow('disk full');
    expect(await readdir(root)).toEqual(['store']);
  });

  it('syncs the file and then its name, and closes all that it opened', async () => {
    const handle = await open(root);
    const handles = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const [synced, used]: [number[], FileHandle[]] = [[], []];
    jest.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
      used.push(this);
      synced.push((await this.stat()).ino);
    });
    const opening = jest.spyOn(PlainDatabase, 'open');
    const closing = jest.spyOn(PlainDatabase.prototype, 'close');
    await backUp(directory, file);
    expect(synced.slice(-2)).toEqual([(await stat(file)).ino, (await stat(root)).ino]);
    expect(used.map(({ fd }) => fd)).toEqual(used.map(() => -1));
    expect(closing).toHaveBeenCalledTimes(opening.mock.calls.length);
  });
});
