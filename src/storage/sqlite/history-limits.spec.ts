import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorageEvent } from '../index.js';
import { HeadIndex } from './head-index.js';
import { SqliteStorage } from './sqlite-storage.js';

const bytes = (text: string): Buffer => Buffer.from(text);
const PREFIX = '/r/';

let storage: SqliteStorage;

beforeEach(async () => {
  storage = await SqliteStorage.open({ directory: ':memory:' });
});

afterEach(() => storage.close());

interface Row {
  readonly revision: number;
  readonly deleted: number;
}

/** The rows of the history table. */
function rows(): Promise<Row[]> {
  const { history } = storage as unknown as {
    history: { connection: { all<R>(sql: string): Promise<R[]> } };
  };
  return history.connection.all<Row>('SELECT revision, deleted FROM record ORDER BY revision');
}

/** Writes a key again and again: the revisions of its states. */
async function writeOften(count: number): Promise<number[]> {
  const revisions = [await storage.create(`${PREFIX}a`, bytes('0'))];
  for (let i = 1; i < count; i++) {
    revisions.push(await storage.update(`${PREFIX}a`, bytes(String(i)), revisions.at(-1)!));
  }
  return revisions;
}

describe('SqliteStorage.compact()', () => {
  it('deletes rows that were replaced, step by step, and keeps the newest', async () => {
    const revisions = await writeOften(600);
    await storage.compact(revisions.at(-2)!);
    expect((await rows()).map(({ revision }) => revision)).toEqual(revisions.slice(-2));
    await storage.compact(revisions.at(-1)!);
    expect((await rows()).map(({ revision }) => revision)).toEqual(revisions.slice(-1));
  });

  it('deletes the marks of deletions up to its limit, the limit included', async () => {
    const created = await Promise.all(['a', 'b'].map((name) => storage.create(PREFIX + name, bytes('1'))));
    const first = await storage.delete(`${PREFIX}a`, created[0]);
    const second = await storage.delete(`${PREFIX}b`, created[1]);
    await storage.compact(first);
    expect((await rows()).map(({ revision, deleted }) => [revision, deleted])).toEqual([
      [created[1], 0],
      [second, 1],
    ]);
    await storage.compact(second);
    expect(await rows()).toEqual([]);
  });

  it('does nothing for a limit that it has had', async () => {
    const revisions = await writeOften(3);
    await storage.compact(revisions[1]);
    const before = await rows();
    await storage.compact(revisions[1]);
    await storage.compact(revisions[0]);
    expect(await rows()).toEqual(before);
    await expect(storage.range(PREFIX, { revision: revisions[0] })).rejects.toMatchObject({ code: 'Compacted' });
    expect((await storage.range(PREFIX, { revision: revisions[1] })).items).toHaveLength(1);
  });
});

describe('SqliteStorage.watch()', () => {
  it('replays any number of changes, each once, and reports its progress', async () => {
    const revisions = await writeOften(1203);
    const seen: number[] = [];
    const progress: number[] = [];
    const watch = await storage.watch({ prefix: PREFIX, afterRevision: revisions[0] }, {
      onEvent: ({ revision }: StorageEvent) => void seen.push(revision),
      onProgress: (revision: number) => void progress.push(revision),
      onEnd: () => {},
    } as never);
    expect(seen).toEqual(revisions.slice(1));
    expect(progress.at(-1)).toBe(revisions.at(-1));
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
    watch.close();
  });
});

describe('SqliteStorage.range()', () => {
  it('pages through keys, from one behind another, at one revision', async () => {
    const names = Array.from({ length: 7 }, (_, i) => `${PREFIX}${i}`);
    for (const name of names) await storage.create(name, bytes('1'));
    const found: string[] = [];
    const sizes: number[] = [];
    let startAfter: string | undefined;
    let revision: number | undefined;
    for (let hasMore = true; hasMore;) {
      const page = await storage.range(PREFIX, { limit: 3, startAfter, revision });
      found.push(...page.items.map(({ key }) => key));
      sizes.push(page.items.length);
      ({ more: hasMore, revision } = page);
      startAfter = found.at(-1);
      await storage.create(`${PREFIX}9${found.length}`, bytes('later'));
    }
    expect([found, sizes]).toEqual([names, [3, 3, 1]]);
  });
});

describe('SqliteStorage, opened again', () => {
  it('has the newest row of every key, of many too', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sqlite-heads-'));
    const first = await SqliteStorage.open({ directory });
    const keys = Array.from({ length: 2100 }, (_, i) => `${PREFIX}${String(i).padStart(5, '0')}`);
    const revisions = await Promise.all(keys.map((key) => first.create(key, bytes('1'))));
    const newest = await first.delete(keys[2099], revisions[2099]);
    await first.close();
    const again = await SqliteStorage.open({ directory });
    expect(again.currentRevision()).toBe(newest);
    for (const i of [0, 999, 1000, 1001, 1999, 2000, 2098]) {
      expect(await again.update(keys[i], bytes('2'), revisions[i])).toBeGreaterThan(newest);
    }
    await expect(again.update(keys[2099], bytes('2'), newest)).rejects.toMatchObject({ code: 'KeyNotFound' });
    await again.close();
    await rm(directory, { recursive: true });
  });
});

describe('HeadIndex', () => {
  const head = (revision: number, isDeleted = false) => ({
    revision,
    createRevision: 1,
    isDeleted,
    pending: undefined,
  });
  const write = (key: string, before?: object): never => ({ row: { key }, before }) as never;

  it('takes failed writes back', () => {
    const heads = new HeadIndex();
    heads.set('a', head(1));
    heads.set('a', head(2));
    heads.restore(write('a', head(1)));
    expect(heads.get('a')?.revision).toBe(1);
    heads.restore(write('a'));
    expect(heads.get('a')).toBeUndefined();
  });

  it('forgets deleted keys up to a revision, if nothing was written to them since', () => {
    const heads = new HeadIndex();
    for (const [key, revision] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ] as const)
      heads.set(key, head(revision, true));
    heads.set('b', head(4));
    heads.forgetTombstones(2);
    expect(['a', 'b', 'c'].map((key) => heads.get(key)?.revision)).toEqual([undefined, 4, 3]);
    heads.forgetTombstones(2);
    heads.forgetTombstones(3);
    expect(heads.get('c')).toBeUndefined();
  });
});
