import { jest } from '@jest/globals';
import {
  type Thing,
  type ThingStore,
  clientContext,
  openThingStore,
  thing,
} from '../../../test/support/registry-store.js';
import type { StatusError } from '../../apimachinery/index.js';
import { CachedResourceStore } from './cached-resource-store.js';
import type { ResourceChange } from './resource-store.js';
import { systemContext } from '../kinds/store-context.js';

let things: ThingStore;
let store: CachedResourceStore<Thing>;

beforeEach(async () => {
  things = await openThingStore();
  store = new CachedResourceStore(things.store);
});

afterEach(() => things.close());

const N = systemContext('n');
const codeOf = (answer: Promise<unknown>): Promise<number> =>
  answer.then(
    () => 200,
    ({ code }: StatusError) => code,
  );

describe('CachedResourceStore', () => {
  it('finds objects in every way', async () => {
    const created = await store.create(N, thing('a', { color: 'red' }, { labels: { of: 'x' } }));
    expect(created).toMatchObject({ kind: 'Thing', metadata: { name: 'a', namespace: 'n' }, spec: { color: 'red' } });
    expect(await store.get(N, 'a')).toEqual(created);
    expect(await store.find(N, 'a')).toEqual(created);
    expect(await store.readStored(N, 'a')).toEqual(created);
    expect([await store.has(N, 'a'), await store.has(N, 'b')]).toEqual([true, false]);
    expect(await store.facts(N, 'a')).toMatchObject({ labels: { of: 'x' }, fields: { 'metadata.name': 'a' } });
    expect(store.kind).toBe(things.store.kind);
  });

  it('answers undefined, or 404, for what is not there', async () => {
    expect(await store.find(N, 'a')).toBeUndefined();
    expect(await store.readStored(N, 'a')).toBeUndefined();
    expect(await store.facts(N, 'a')).toBeUndefined();
    expect(await codeOf(store.get(N, 'a'))).toBe(404);
    expect(await codeOf(store.update(N, 'a', (current) => current!))).toBe(404);
    expect(await codeOf(store.delete(N, 'a'))).toBe(404);
  });

  it('lists those of a namespace, or of all, that a filter picks', async () => {
    for (const namespace of ['m', 'n']) {
      for (const name of ['a', 'b']) await store.create(systemContext(namespace), thing(name));
    }
    const names = async (...asked: Parameters<typeof store.list>): Promise<string[]> =>
      (await store.list(...asked)).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    expect(await names(N)).toEqual(['n/a', 'n/b']);
    expect(await names(systemContext())).toEqual(['m/a', 'm/b', 'n/a', 'n/b']);
    expect(await names(N, ({ fields }) => fields['metadata.name'] === 'b')).toEqual(['n/b']);
  });

  it('hands transforms a copy of the current state, or nothing', async () => {
    const seen: unknown[] = [];
    const write = (current: Thing | undefined): Thing => {
      seen.push(current?.spec?.count);
      const next = current ?? thing('a', { count: 1 });
      next.spec!.count! += 1;
      return next;
    };
    expect((await store.createOrUpdate(N, 'a', write)).spec!.count).toBe(2);
    const cached = await store.get(N, 'a');
    expect((await store.createOrUpdate(N, 'a', write)).spec!.count).toBe(3);
    expect((await store.update(N, 'a', write)).spec!.count).toBe(4);
    expect([seen, cached.spec!.count]).toEqual([[undefined, 2, 3], 2]);
  });

  it('applies, rewrites and deletes', async () => {
    const configuration = { ...thing('a', { color: 'red' }) };
    const context = clientContext({ fieldManager: 'me' });
    const applied = await store.apply(context, 'a', { configuration: configuration as never, force: false });
    expect(applied.spec!.color).toBe('red');
    expect(await store.rewrite(N, 'a')).toBe(false);
    const { object, isGone } = await store.delete(N, 'a');
    expect([object.metadata.name, isGone]).toEqual(['a', true]);
  });

  it('deletes all of a namespace, with options', async () => {
    await store.deleteAll(N);
    for (const name of ['a', 'b']) await store.create(N, thing(name));
    await store.create(systemContext('m'), thing('a'));
    await store.deleteAll(N, { propagationPolicy: 'Orphan' });
    expect((await store.list(N)).map(({ metadata }) => metadata.finalizers)).toEqual([['orphan'], ['orphan']]);
    await store.deleteAll(systemContext('m'));
    expect(await store.list(systemContext('m'))).toEqual([]);
  });

  it('asks nobody about a collection that is empty', async () => {
    const warnings: string[] = [];
    Object.assign(things.store.parts.strategy, { warningsOnDelete: () => ['careful'] });
    const context = { ...N, warn: (text: string) => warnings.push(text) };
    await store.deleteAll(context);
    expect(warnings).toEqual([]);
    await store.create(N, thing('a'));
    await store.deleteAll(context);
    expect(warnings).toEqual(['careful']);
  });

  it('knows the state before of an object that is changed in place', async () => {
    await store.create(N, thing('a'));
    const { spec, status } = await store.update(N, 'a', (current) => {
      current!.spec!.color = 'red';
      current!.status = { phase: 'Lost' };
      return current!;
    });
    expect([spec!.color, status]).toEqual(['red', {}]);
  });

  it('goes on with another store of the same objects', async () => {
    const other = await openThingStore();
    await other.store.create(N, thing('of-the-other'));
    store.adopt(other.store);
    expect(await store.has(N, 'of-the-other')).toBe(true);
    await other.close();
  });
});

describe('CachedResourceStore.follow()', () => {
  const seen: string[] = [];
  let changes: ResourceChange<Thing>[];
  let stop: () => void;

  const eventually = async (line: string): Promise<void> => {
    while (!seen.includes(line)) await new Promise(setImmediate);
  };

  beforeEach(() => {
    seen.length = 0;
    changes = [];
    stop = store.follow({
      onChange: (change) => {
        changes.push(change);
        seen.push(`${change.type} ${change.name}`);
      },
      onReady: () => void seen.push('ready'),
      onReset: () => void seen.push('reset'),
    });
  });

  afterEach(() => stop());

  it('shows the objects there are, then changes', async () => {
    await eventually('ready');
    const { metadata } = await store.create(N, thing('a', { color: 'red' }, { labels: { of: 'x' } }));
    await eventually('ADDED a');
    const [change] = changes;
    expect(change).toMatchObject({
      key: '/registry/test.example.com/things/n/a',
      namespace: 'n',
      labels: { of: 'x' },
      resourceVersion: metadata.resourceVersion,
    });
    expect(change.object).toMatchObject({ spec: { color: 'red' } });
    expect(change.object).toBe(change.object);
    expect([change.mayHave('color'), change.mayHave('color'), change.mayHave('finalizers')]).toEqual([
      true,
      true,
      false,
    ]);
    await store.delete(N, 'a');
    await eventually('DELETED a');
  });

  it('shows nothing once it is stopped', async () => {
    await eventually('ready');
    stop();
    await store.create(N, thing('a'));
    await new Promise(setImmediate);
    expect(seen).toEqual(['ready']);
  });
});

describe('CachedResourceStore.follow(), when its watch ends', () => {
  type Sink = Parameters<typeof things.store.cache.watch>[1];
  let sinks: Sink[];
  let stopped: number;
  let resets: number;
  let stop: () => void;

  beforeEach(() => {
    jest.useFakeTimers();
    [sinks, stopped, resets] = [[], 0, 0];
    jest.spyOn(things.store.cache, 'watch').mockImplementation((_options, sink) => {
      sinks.push(sink);
      return { stop: () => void stopped++ } as never;
    });
    stop = store.follow({ onChange: () => {}, onReady: () => {}, onReset: () => void resets++ });
  });

  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** Ends the last watch, and answers after how long another one begins. */
  function retryAfter(): number {
    const before = sinks.length;
    sinks.at(-1)!.onEnd('Failed');
    let ms = 0;
    for (; sinks.length === before && ms < 60_000; ms += 100) jest.advanceTimersByTime(100);
    return ms;
  }

  it('follows again, each time later while it fails at once', () => {
    expect(Array.from({ length: 10 }, retryAfter)).toEqual([
      200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000,
    ]);
    sinks.at(-1)!.onReady!(7);
    expect([retryAfter(), resets]).toEqual([200, 11]);
  });

  it('does not where the cache is closed, or it is stopped', () => {
    sinks[0].onEnd('Closed');
    jest.advanceTimersByTime(60_000);
    expect([sinks.length, resets]).toEqual([1, 1]);
    stop();
    expect(stopped).toBe(1);
    sinks[0].onEnd('Failed');
    expect([jest.getTimerCount(), resets]).toEqual([0, 1]);
  });

  it('does not where it is stopped while it waits', () => {
    sinks[0].onEnd('Failed');
    stop();
    jest.advanceTimersByTime(60_000);
    expect(sinks).toHaveLength(1);
  });

  it('leaves out what cannot be read', () => {
    const seen: string[] = [];
    store.follow({ onChange: ({ type }) => void seen.push(type), onReady: () => {}, onReset: () => {} });
    const entry = { key: 'k', fields: {}, unreadable: 'no key' };
    sinks.at(-1)!.onEvent({ type: 'ADDED', revision: 1, entry } as never);
    expect(seen).toEqual([]);
  });
});
