import { jest } from '@jest/globals';
import { type FileHandle, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RevisionMark } from './revision-mark.js';
import { SqliteStorage } from './sqlite-storage.js';

const bytes = (text: string): Buffer => Buffer.from(text);
const code = (value: string): Error => expect.objectContaining({ code: value }) as Error;

describe('RevisionMark', () => {
  let directory: string;
  let path: string;
  const text = (): Promise<string> => readFile(path, 'latin1');

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'mark-spec-'));
    path = join(directory, 'mark');
  });
  afterEach(async () => {
    jest.useRealTimers();
    await rm(directory, { recursive: true });
  });

  /** Waits for what is being written, without an end that writes once more. */
  const written = async (mark: RevisionMark): Promise<string> => {
    await mark.close();
    return text();
  };

  it('is made for its owner alone, and says nothing before the first revision', async () => {
    const mark = await RevisionMark.open(path);
    expect(mark.found).toEqual({ revision: 0, isOpen: false });
    expect([await written(mark), (await stat(path)).mode & 0o777]).toEqual(['', 0o600]);
  });

  it.each([
    ['revision 0000000000000042 open\n', { revision: 42, isOpen: true }],
    ['revision 0000000000000042 done\n', { revision: 42, isOpen: false }],
    ['revision 42 done\n', { revision: 0, isOpen: false }],
    ['other', { revision: 0, isOpen: false }],
  ])('finds what was left: %j', async (left, found) => {
    await writeFile(path, left);
    const mark = await RevisionMark.open(path);
    expect(mark.found).toEqual(found);
    await mark.close();
  });

  it('writes the first revision at once, and the newest of those that follow a second later', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const mark = await RevisionMark.open(path);
    const settle = (): Promise<void> => new Promise((resolve) => setImmediate(() => setTimeoutless(resolve)));
    const setTimeoutless = (resolve: () => void): void => void stat(path).then(resolve);
    mark.advance(5);
    mark.advance(6);
    mark.advance(7);
    for (let i = 0; i < 20 && (await text()) === ''; i++) await settle();
    expect(await text()).toBe('revision 0000000000000005 open\n');
    jest.advanceTimersByTime(999);
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersByTime(1);
    for (let i = 0; i < 20 && !(await text()).includes('7'); i++) await settle();
    expect(await text()).toBe('revision 0000000000000007 open\n');
    jest.advanceTimersByTime(1000);
    expect(jest.getTimerCount()).toBe(0);
    mark.advance(8);
    expect(await written(mark)).toBe('revision 0000000000000008 open\n');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('says that the end was in order', async () => {
    await writeFile(path, 'revision 0000000000000042 open\n');
    const mark = await RevisionMark.open(path);
    mark.advance(43);
    await mark.finish(44);
    expect((mark as unknown as { file: FileHandle }).file.fd).toBe(-1);
    expect(await text()).toBe('revision 0000000000000044 done\n');
    const again = await RevisionMark.open(path);
    expect(again.found).toEqual({ revision: 44, isOpen: false });
    await again.close();
  });
});

describe('SqliteStorage.close()', () => {
  it('ends everything: whatever is asked later is refused', async () => {
    const storage = await SqliteStorage.open({ directory: ':memory:' });
    const revision = await storage.create('/r/a', bytes('1'));
    await storage.close();
    await storage.close();
    expect(() => storage.currentRevision()).toThrow(code('Unreachable'));
    const listener = { onEvent: () => undefined };
    for (const ask of [
      () => storage.compactedRevision(),
      () => storage.get('/r/a'),
      () => storage.range('/r/'),
      () => storage.create('/r/b', bytes('1')),
      () => storage.update('/r/a', bytes('2'), revision),
      () => storage.delete('/r/a', revision),
      () => storage.watch({ prefix: '/r/' }, listener as never),
      () => storage.compact(revision),
      () => storage.checkWritable(),
      () => storage.sizeInBytes(),
      () => storage.sweepExpired(),
    ]) {
      await expect(ask()).rejects.toEqual(code('Unreachable'));
    }
  });
});

describe('SqliteStorage', () => {
  let storage: SqliteStorage;
  beforeEach(async () => {
    storage = await SqliteStorage.open({ directory: ':memory:' });
  });
  afterEach(() => storage.close());

  it('refuses revisions that are compacted or have not happened, wherever one is named', async () => {
    const first = await storage.create('/r/a', bytes('1'));
    const second = await storage.update('/r/a', bytes('2'), first);
    const listener = { onEvent: () => undefined } as never;
    const future = second + 1;
    await storage.compact(second);
    await expect(storage.get('/r/a', { revision: first })).rejects.toEqual(code('Compacted'));
    await expect(storage.get('/r/a', { revision: future })).rejects.toEqual(code('TooLargeRevision'));
    await expect(storage.range('/r/', { revision: first })).rejects.toEqual(code('Compacted'));
    await expect(storage.range('/r/', { revision: future })).rejects.toEqual(code('TooLargeRevision'));
    await expect(storage.compact(future)).rejects.toEqual(code('TooLargeRevision'));
    await expect(storage.watch({ prefix: '/r/', afterRevision: future }, listener)).rejects.toEqual(
      code('TooLargeRevision'),
    );
    await expect(storage.watch({ prefix: '/r/', afterRevision: first - 1 }, listener)).rejects.toEqual(
      code('Compacted'),
    );
    expect((await storage.get('/r/a', { revision: second }))!.value.toString()).toBe('2');
  });

  it('says what revision a key is at where another was expected', async () => {
    const revision = await storage.create('/r/a', bytes('1'));
    await expect(storage.create('/r/a', bytes('2'))).rejects.toMatchObject({ code: 'KeyExists', revision });
    await expect(storage.update('/r/a', bytes('2'), revision + 5)).rejects.toMatchObject({
      code: 'Conflict',
      revision,
    });
    await expect(storage.delete('/r/a', revision + 5)).rejects.toMatchObject({ code: 'Conflict', revision });
    await expect(storage.update('/r/none', bytes('2'), 1)).rejects.toEqual(code('KeyNotFound'));
    await expect(storage.delete('/r/none', 1)).rejects.toEqual(code('KeyNotFound'));
  });

  it('pages through a range', async () => {
    for (const name of ['a', 'b', 'c']) await storage.create(`/r/${name}`, bytes(name));
    const page = async (limit: number, startAfter?: string): Promise<unknown[]> => {
      const { items, more } = await storage.range('/r/', { limit, startAfter });
      return [items.map(({ value }) => value.toString()).join(''), more];
    };
    expect([await page(2), await page(2, '/r/b'), await page(3), await page(0)]).toEqual([
      ['ab', true],
      ['c', false],
      ['abc', false],
      ['abc', false],
    ]);
  });
});
