import type { StatusError } from '../../apimachinery/index.js';
import type { StoredResource } from '../../plugin-host/index.js';
import type { ListedObject } from '../../request/index.js';
import {
  type CacheEntry,
  type CacheList,
  type CacheListOptions,
  StorageError,
  CacheMeter,
} from '../../storage/index.js';
import { decodeContinueToken, encodeContinueToken, keyAfter } from './continue-token.js';
import { listPage, selectorFilter } from './list.js';
import { checkListOptions, readListOptions } from './list-options.js';

const PREFIX = '/registry/pods/';
const TOKEN = encodeContinueToken({ revision: 3, startAt: keyAfter(`${PREFIX}default/a`) }, PREFIX);

/** The result of every combination of options, or the first fault (specification: lists by resource version). */
const COMBINATIONS: readonly (readonly [version: string, match: string, paging: string, outcome: string])[] = [
  ['', '', '', 'newest'],
  ['0', '', '', 'any, limit 0'],
  ['5', '', '', 'not older than 5'],
  ['', '', 'limit=2', 'newest, limit 2'],
  ['0', '', 'limit=2', 'any, limit 0'],
  ['5', '', 'limit=2', 'exactly 5'],
  ['', 'Exact', '', 'forbidden unless resourceVersion is provided'],
  ['0', 'Exact', '', 'forbidden for resourceVersion "0"'],
  ['5', 'Exact', '', 'exactly 5'],
  ['', 'Exact', 'limit=2', 'forbidden unless resourceVersion is provided'],
  ['0', 'Exact', 'limit=2', 'forbidden for resourceVersion "0"'],
  ['5', 'Exact', 'limit=2', 'exactly 5'],
  ['', 'NotOlderThan', '', 'forbidden unless resourceVersion is provided'],
  ['0', 'NotOlderThan', '', 'any, limit 0'],
  ['5', 'NotOlderThan', '', 'not older than 5'],
  ['', 'NotOlderThan', 'limit=2', 'forbidden unless resourceVersion is provided'],
  ['0', 'NotOlderThan', 'limit=2', 'any, limit 0'],
  ['5', 'NotOlderThan', 'limit=2', 'not older than 5, limit 2'],
  ['', '', 'limit=2&continue=TOKEN', 'newest, on from the token at 3, limit 2'],
  ['0', '', 'limit=2&continue=TOKEN', 'newest, on from the token at 3, limit 2'],
  ['5', '', 'limit=2&continue=TOKEN', 'not allowed when using continue'],
  ['', 'Exact', 'limit=2&continue=TOKEN', 'forbidden unless resourceVersion is provided'],
  ['5', 'Exact', 'limit=2&continue=TOKEN', 'forbidden when continue is provided'],
  ['5', 'NotOlderThan', 'limit=2&continue=TOKEN', 'forbidden when continue is provided'],
  ['5', 'Newest', '', 'Unsupported value: "Newest"'],
  ['x', '', '', 'Invalid value: "x"'],
  ['x', '', 'limit=2', 'invalid resource version: resourceVersion: Invalid value: "x"'],
  ['x', '', 'limit=2&fieldSelector=metadata.name%3Da', 'invalid resource version: resourceVersion: Invalid value: "x"'],
  ['x', 'NotOlderThan', 'limit=2', 'Invalid value: "x"'],
  ['-1', '', '', 'Invalid value: "-1"'],
];

/** A resource that records the reads of its cache. */
function resourceOf(asked: string[]): StoredResource {
  const cache = {
    waitUntilFresh: () => void asked.push('newest'),
    ready: () => Promise.resolve(void asked.push('any')),
    waitUntil: (revision: number) => Promise.resolve(void asked.push(`not older than ${revision}`)),
    currentRevision: () => 9,
    meter: new CacheMeter(),
    honoursToken: () => true,
    reachBack: () => undefined,
    listInTurns: ({ revision, startAt, limit, onlyKey, narrowing }: CacheListOptions): CacheList => {
      if (onlyKey !== undefined) asked.push(`at ${onlyKey}`);
      if (narrowing) asked.push(`by ${narrowing.of} ${narrowing.name} ${narrowing.values.join()}`);
      if (startAt !== undefined) asked.push(`on from the token at ${revision}`);
      else if (revision !== undefined) asked.push(`exactly ${revision}`);
      asked.push(`limit ${limit}`);
      return { entries: [], revision: 9, more: false, fetched: 0, index: '', unreadable: [], remaining: 0 };
    },
  };
  const kind = { groupResource: { group: '', resource: 'pods' }, isNamespaced: true, release: '1.32', definition: {} };
  return { kind, store: { cache, kind: { keyOf: () => PREFIX } } } as unknown as StoredResource;
}

/** Returns the requirement that a combination of options falls under. */
function requirementOf(version: string, match: string, paging: string): string {
  const at = (ids: readonly [unset: string, zero: string, other: string]): string =>
    ids[version === '' ? 0 : version === '0' ? 1 : 2];
  if (paging.includes('continue')) return at(['LIST-03', 'LIST-04', 'LIST-05']);
  if (match === 'Exact') return paging === '' ? at(['LIST-06', 'LIST-07', 'LIST-08']) : 'LIST-09';
  if (match === 'NotOlderThan') return paging === '' ? at(['LIST-10', 'LIST-11', 'LIST-11']) : 'LIST-12';
  return paging === '' ? 'LIST-01' : 'LIST-02';
}

describe('listPage()', () => {
  it.each(
    COMBINATIONS.map(([version, match, paging, outcome]) => {
      return [version, match, paging, outcome, requirementOf(version, match, paging)] as const;
    }),
  )('with resourceVersion %j, match %j and %j: %s [%s]', async (version, match, paging, outcome) => {
    const query = new URLSearchParams(paging.replace('TOKEN', TOKEN));
    if (version !== '') query.set('resourceVersion', version);
    if (match !== '') query.set('resourceVersionMatch', match);
    const options = readListOptions(query);
    const asked: string[] = [];
    const page = async (): Promise<string> => {
      checkListOptions(options, { hasInitialEvents: false });
      await listPage(resourceOf(asked), 'default', options);
      return asked.join(', ');
    };
    expect(await page().catch((error: Error) => error.message)).toContain(outcome);
  });

  it.each([
    ['default', 'fieldSelector=metadata.name%3Da', 'at /registry/pods/a'],
    ['default', 'fieldSelector=metadata.name%3Da&labelSelector=app%3Dx', 'at /registry/pods/a'],
    ['', 'fieldSelector=metadata.name%3Da', 'any, limit 0'],
    ['default', 'fieldSelector=metadata.name!%3Da', 'any, limit 0'],
    ['default', 'labelSelector=tier,app%20in%20(x,y)', 'by labels app x,y'],
    ['default', 'labelSelector=app%3D', 'any, limit 0'],
    ['default', 'labelSelector=app!%3Dx,tier%3D%3Dy', 'by labels tier y'],
    ['default', 'fieldSelector=spec.nodeName%3Dn', 'by fields spec.nodeName n'],
    ['default', 'fieldSelector=spec.nodeName%3D', 'any, limit 0'],
  ])('in namespace %j looks for %s: %s', async (namespace, query, place) => {
    const asked: string[] = [];
    const options = readListOptions(new URLSearchParams(`resourceVersion=0&${query}`));
    await listPage(resourceOf(asked), namespace, options);
    expect(asked.join(', ')).toContain(place);
  });
});

const entryOf = (name: string, more: Partial<CacheEntry> = {}): CacheEntry => ({
  key: `${PREFIX}default/${name}`,
  revision: 1,
  createRevision: 1,
  bytes: Buffer.alloc(0),
  labels: { app: name },
  fields: { 'metadata.name': name, 'metadata.namespace': 'default' },
  ...more,
});

/** A cache of some entries; `calls` gets what is asked of it besides lists. */
function cacheOf(list: Partial<CacheList>, more: object = {}): { resource: StoredResource; calls: string[] } {
  const calls: string[] = [];
  const cache = {
    waitUntilFresh: () => undefined,
    ready: () => Promise.resolve(),
    waitUntil: () => Promise.resolve(),
    currentRevision: () => 9,
    meter: new CacheMeter(),
    honoursToken: () => true,
    reachBack: (revision: number) => void calls.push(`reach back to ${revision}`),
    keep: (revision: number) => calls.push(`keep ${revision}`),
    pin: (revision: number) => calls.push(`pin ${revision}`),
    list: ({ startAt, limit }: CacheListOptions) => {
      calls.push(`look behind ${startAt!.slice(PREFIX.length, -1)} for ${limit}`);
      return { entries: [entryOf('z')] };
    },
    listInTurns: (): CacheList => ({
      entries: [],
      revision: 7,
      more: false,
      fetched: 0,
      index: '',
      unreadable: [],
      remaining: 0,
      ...list,
    }),
    ...more,
  };
  const kind = { groupResource: { group: '', resource: 'pods' }, isNamespaced: true, release: '1.32', definition: {} };
  return { resource: { kind, store: { cache, kind: { keyOf: () => PREFIX } } } as unknown as StoredResource, calls };
}

const fails = (code: StorageError['code']) => (): never => {
  throw new StorageError(code, 'why');
};

describe('a page of listPage()', () => {
  const pageFor = async (query: string, list: Partial<CacheList>, more: object = {}) => {
    const { resource, calls } = cacheOf(list, more);
    const { meta, whole, entries } = await listPage(resource, 'default', readListOptions(new URLSearchParams(query)));
    const token = meta.continue ? decodeContinueToken(meta.continue, PREFIX) : meta.continue;
    return { ...meta, continue: token, whole, count: entries.length, calls };
  };
  const failureFor = async (query: string, more: object): Promise<StatusError> => {
    try {
      await pageFor(query, {}, more);
    } catch (error) {
      return error as StatusError;
    }
    throw new Error('the list did not fail');
  };
  const two = [entryOf('a'), entryOf('b')];

  it('that is the last one has no token, and says what it is a state of', async () => {
    expect(await pageFor('limit=3', { entries: two, changed: 5 })).toEqual({
      resourceVersion: '7',
      continue: '',
      whole: { prefix: PREFIX, changed: 5 },
      count: 2,
      calls: [],
    });
    expect(await pageFor('', { entries: two })).toMatchObject({ continue: '', whole: undefined, calls: [] });
    expect(await pageFor('limit=2', {})).toMatchObject({ continue: '', calls: [] });
  });

  it('that others follow has a token that goes on behind its last entry', async () => {
    const first = await pageFor('limit=2', { entries: two, more: true, remaining: 3 });
    const token = { revision: 7, startAt: keyAfter(two[1].key) };
    expect(first).toMatchObject({ resourceVersion: '7', continue: token, remainingItemCount: 3, calls: ['pin 7'] });
    const filtered = await pageFor('limit=2', { entries: two, more: true, remaining: undefined });
    expect(filtered).not.toHaveProperty('remainingItemCount');
  });

  it('that is full asks whether anything follows, unless it is a list by one name', async () => {
    const full = await pageFor('limit=2', { entries: two });
    expect(full.calls).toEqual(['look behind default/b for 1', 'pin 7']);
    expect(full.continue).not.toBe('');
    const last = await pageFor('limit=2', { entries: two }, { list: () => ({ entries: [] }) });
    expect(last).toMatchObject({ continue: '', calls: [] });
    const named = await pageFor('limit=1&fieldSelector=metadata.name%3Da', { entries: [two[0]] });
    expect(named).toMatchObject({ continue: '', calls: [] });
  });

  it('that goes on at an older state keeps it, and reaches back to it', async () => {
    const token = encodeContinueToken({ revision: 7, startAt: keyAfter(two[0].key) }, PREFIX);
    const next = await pageFor(`limit=2&continue=${token}`, { entries: two, more: true });
    expect(next.calls).toEqual(['reach back to 7', 'keep 7']);
    const newest = encodeContinueToken({ revision: -1, startAt: keyAfter(two[0].key) }, PREFIX);
    expect((await pageFor(`limit=2&continue=${newest}`, { entries: two, more: true })).calls).toEqual(['pin 7']);
    expect((await pageFor('limit=2&resourceVersion=5', { entries: two, more: true })).calls).toEqual([
      'reach back to 5',
      'pin 7',
    ]);
  });

  it('that goes on looks for what its selectors name, from the first version on', async () => {
    const asked: string[] = [];
    const token = encodeContinueToken({ revision: 1, startAt: keyAfter(two[0].key) }, PREFIX);
    const query = `limit=2&continue=${token}&labelSelector=app%3Dx`;
    await listPage(resourceOf(asked), 'default', readListOptions(new URLSearchParams(query)));
    expect(asked).toEqual(['newest', 'by labels app x', 'on from the token at 1', 'limit 2']);
  });

  it('is refused where an object cannot be read, by name', async () => {
    const { resource } = cacheOf({
      unreadable: [{ ...two[0], key: `${PREFIX}default/a`, unreadable: 'it is not JSON' }],
    });
    await expect(listPage(resource, 'default', readListOptions(new URLSearchParams()))).rejects.toThrow(
      'failed to read one or more pods from the storage',
    );
  });

  it('of a version that is gone is a 410, with a token to go on where there was one', async () => {
    const gone = await failureFor('resourceVersion=5&limit=2', { listInTurns: fails('Compacted') });
    expect([gone.code, gone.status.message]).toEqual([410, 'The resourceVersion for the provided list is too old.']);
    const token = encodeContinueToken({ revision: 3, startAt: keyAfter(two[0].key) }, PREFIX);
    for (const more of [{ listInTurns: fails('Compacted') }, { honoursToken: () => false }]) {
      const { code, status } = await failureFor(`limit=2&continue=${token}`, more);
      expect([code, status.message]).toEqual([410, expect.stringContaining('continue parameter is too old')]);
      expect(decodeContinueToken(status.metadata!.continue!, PREFIX)).toEqual({
        revision: -1,
        startAt: keyAfter(two[0].key),
      });
    }
    const newest = encodeContinueToken({ revision: -1, startAt: keyAfter(two[0].key) }, PREFIX);
    expect(await pageFor(`continue=${newest}`, {}, { honoursToken: () => false })).toMatchObject({ continue: '' });
  });

  it('of a version that has not happened is a 504, and other errors of the store are what they are', async () => {
    const token = encodeContinueToken({ revision: 10, startAt: keyAfter(two[0].key) }, PREFIX);
    const future = await failureFor(`continue=${token}`, {});
    expect([future.code, future.status.message]).toEqual([504, 'Timeout: Too large resource version: 10, current: 9']);
    const current = encodeContinueToken({ revision: 9, startAt: keyAfter(two[0].key) }, PREFIX);
    expect(await pageFor(`continue=${current}`, {})).toMatchObject({ resourceVersion: '7' });
    for (const query of ['', `continue=${current}`]) {
      expect((await failureFor(query, { listInTurns: fails('Unreachable') })).code).toBe(500);
    }
    const lost = { reachBack: () => Promise.reject(new StorageError('Unreachable', 'why')) };
    for (const query of ['resourceVersion=5&limit=2', `continue=${current}`])
      expect((await failureFor(query, lost)).code).toBe(500);
  });
});

describe('selectorFilter()', () => {
  const filterFor = (query: string) => selectorFilter(readListOptions(new URLSearchParams(query)));

  it('selects by labels and fields together, and is absent where all is selected', () => {
    expect(filterFor('')).toBeUndefined();
    const both = filterFor('labelSelector=app%3Da&fieldSelector=metadata.name%3Da')!;
    expect([both(entryOf('a')), both(entryOf('b')), both(entryOf('a', { labels: { app: 'x' } }))]).toEqual([
      true,
      false,
      false,
    ]);
    expect(both(entryOf('a', { labels: undefined }))).toBe(false);
    expect(filterFor('labelSelector=!app')!(entryOf('a', { labels: undefined }))).toBe(true);
    expect(filterFor('fieldSelector=metadata.name%3Da')!(entryOf('a'))).toBe(true);
  });

  it('asks a filter about namespace, name and labels', () => {
    const asked: ListedObject[] = [];
    const objectFilter = { allows: (object: ListedObject) => asked.push(object) > 1 };
    const options = { ...readListOptions(new URLSearchParams('labelSelector=app')), objectFilter };
    const filter = selectorFilter(options)!;
    const ofCluster = entryOf('b', { fields: { 'metadata.name': 'b' } });
    expect([entryOf('a'), ofCluster, entryOf('c', { labels: {} })].map((entry) => filter(entry))).toEqual([
      false,
      true,
      false,
    ]);
    expect(asked).toEqual([
      { namespace: 'default', name: 'a', labels: { app: 'a' } },
      { namespace: '', name: 'b', labels: { app: 'b' } },
    ]);
  });

  it('selects what cannot be read, unless its key says that it is another one', () => {
    const unreadable = entryOf('a', { unreadable: 'damaged', labels: undefined });
    const selects = (query: string): boolean => filterFor(query)!(unreadable);
    expect([selects('labelSelector=app%3Dx'), selects('fieldSelector=metadata.name%3Da')]).toEqual([true, true]);
    expect([selects('fieldSelector=metadata.name%3Db'), selects('fieldSelector=metadata.namespace%3Dx')]).toEqual([
      false,
      false,
    ]);
    expect(selects('fieldSelector=metadata.namespace%3Ddefault,spec.nodeName%3Dn')).toBe(true);
  });
});
