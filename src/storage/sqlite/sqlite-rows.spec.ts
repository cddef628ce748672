import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../test/support/eventually.js';
import type { StoredRow } from '../row-store.js';
import { SqliteRows } from './sqlite-rows.js';
import { SqliteStorage } from './sqlite-storage.js';

const bytes = (text: string): Buffer => Buffer.from(text);

const row = (revision: number, more: Partial<StoredRow> = {}): StoredRow => ({
  ...{ revision, key: `/r/${revision}`, createRevision: revision, previousRevision: 0 },
  ...{ isDeleted: false, expiresAt: null, value: bytes(`v${revision}`), ...more },
});

/** A key with three writes, one that is deleted, and one that expires. */
const ROWS: readonly StoredRow[] = [
  row(2, { key: '/r/a' }),
  row(3, { key: '/r/b', expiresAt: 8_000_000_000_000 }),
  row(4, { key: '/r/a', createRevision: 2, previousRevision: 2 }),
  row(5, { key: '/r/c' }),
  row(6, { key: '/r/c', createRevision: 5, previousRevision: 5, isDeleted: true }),
  row(7, { key: '/r/a', createRevision: 2, previousRevision: 4 }),
];

describe('SqliteRows', () => {
  let directory: string;
  let rows: SqliteRows;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sqlite-rows-'));
    rows = await SqliteRows.open(directory);
  });

  afterEach(async () => {
    await rows.close().catch(() => undefined);
    await rm(directory, { recursive: true });
  });

  async function read(newest: boolean): Promise<StoredRow[][]> {
    const pages: StoredRow[][] = [];
    for await (const page of rows.rows({ newest })) pages.push([...page]);
    return pages;
  }

  async function reopen(): Promise<void> {
    await rows.close();
    rows = await SqliteRows.open(directory);
  }

  const mark = (): Promise<string> => readFile(join(directory, 'binnacle.revision'), 'utf8');

  it('begins empty, before the first write', async () => {
    expect([rows.keepsRevisions, rows.hasKubernetesForm, await rows.isEmpty()]).toEqual([true, false, true]);
    expect(await rows.state()).toEqual({ newest: 1, oldest: 0, purged: 0 });
    await rows.write([]);
    expect(await read(false)).toEqual([]);
  });

  it('reads what it has written, all of it or the newest of keys that exist', async () => {
    await rows.write(ROWS);
    expect(await read(false)).toEqual([ROWS]);
    expect(await read(true)).toEqual([[ROWS[1], ROWS[5]]]);
    expect([await rows.isEmpty(), await rows.state()]).toEqual([false, { newest: 7, oldest: 0, purged: 0 }]);
  });

  it('reads page by page', async () => {
    const many = Array.from({ length: 1001 }, (_, i) => row(i + 2));
    await rows.write(many);
    const pages = await read(true);
    expect([pages.map(({ length }) => length), pages.flat()]).toEqual([[500, 500, 1], many]);
  });

  it('makes a store that goes on behind its state', async () => {
    await rows.write(ROWS);
    await rows.finish({ newest: 9, oldest: 4, purged: 3 });
    expect(await rows.state()).toEqual({ newest: 7, oldest: 4, purged: 3 });
    await rows.close();
    expect(await mark()).toBe('revision 0000000000000009 done\n');
    const storage = await SqliteStorage.open({ directory, acceptsOlder: true });
    expect((await storage.range('/r/')).items.map(({ key }) => key)).toEqual(['/r/a', '/r/b']);
    expect(await storage.create('/r/d', bytes('d'))).toBeGreaterThan(9);
    await storage.close();
    rows = await SqliteRows.open(directory);
  });

  it('is as new as its history is old, where nothing newer is left', async () => {
    await rows.finish({ newest: 5, oldest: 5, purged: 5 });
    expect([await rows.state(), await rows.isEmpty()]).toEqual([{ newest: 5, oldest: 5, purged: 5 }, false]);
    await rows.clear();
    expect(await rows.state()).toEqual({ newest: 1, oldest: 0, purged: 0 });
  });

  it('deletes all that was written', async () => {
    await rows.write(ROWS);
    await rows.clear();
    expect([await read(false), await rows.isEmpty()]).toEqual([[], true]);
  });

  it('leaves a store that was only read as an orderly end leaves it', async () => {
    await rows.write(ROWS);
    await rows.finish({ newest: 7, oldest: 0, purged: 0 });
    await reopen();
    await read(false);
    await reopen();
    expect(await mark()).toBe('revision 0000000000000007 done\n');
  });

  it('leaves a store that a server left behind as an orderly end leaves it', async () => {
    const [running, left] = [join(directory, 'running'), join(directory, 'left')];
    const storage = await SqliteStorage.open({ directory: running });
    const revision = await storage.create('/r/a', bytes('1'));
    const markIn = (path: string) => readFile(join(path, 'binnacle.revision'), 'utf8');
    await eventually(async () => expect(await markIn(running)).toBe(`revision 000000000000000${revision} open\n`));
    await cp(running, left, { recursive: true });
    await storage.close();
    await (await SqliteRows.open(left)).close();
    expect(await markIn(left)).toBe(`revision 000000000000000${revision} done\n`);
  });

  it('leaves the mark of a store that was rolled back', async () => {
    await rows.write(ROWS);
    await rows.finish({ newest: 9, oldest: 0, purged: 0 });
    await reopen();
    await reopen();
    await rows.close();
    expect(await mark()).toContain('0000000000000009');
  });

  it('marks an empty store as nothing', async () => {
    const before = await mark().catch(() => 'none');
    await reopen();
    await rows.close();
    expect(await mark().catch(() => 'none')).toBe(before);
  });
});
