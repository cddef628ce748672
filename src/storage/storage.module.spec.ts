import type { FactoryProvider, Provider } from '@nestjs/common';
import { Clock, Logger, MetricsRegistry, Span, createLogger } from '../observability/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import { MemoryStorage } from '../testing/store/memory-storage.js';
import { CompactionLoops } from './compaction-loops.js';
import { Encryption } from './encryption/index.js';
import { Leadership } from './leadership.js';
import type { OpenEngine } from './open-engine.js';
import { StorageModule, type StorageModuleOptions } from './storage.module.js';
import { Storage } from './storage.js';
import { PlainValues, ValueTransformers } from './value-transformer.js';
import { WatchCache } from './watch-cache/index.js';

const ETCD = { servers: [], caFile: '', certFile: '', keyFile: '', prefix: '/mine' };

let registry: MetricsRegistry;
let storage: MemoryStorage;
let opened: object[];
let lines: string[];

/** Resolves the providers of the module by their tokens. */
function resolverOf(options: StorageModuleOptions): <T>(token: unknown) => Promise<T> {
  const destination = { write: (line: string) => void lines.push(line) } as never;
  const resolved = new Map<unknown, unknown>([
    [Logger, createLogger({ destination })],
    [MetricsRegistry, registry],
    [Clock, new FakeClock()],
  ]);
  const { providers = [] } = StorageModule.forRoot(options);
  const resolve = async (token: unknown): Promise<unknown> => {
    if (resolved.has(token)) return resolved.get(token);
    const found = providers.find((each: Provider) => 'provide' in each && each.provide === token);
    if ('useValue' in found!) return found.useValue;
    const { useFactory, inject = [] } = found as FactoryProvider;
    const parts: unknown[] = [];
    for (const each of inject) parts.push(await resolve(each));
    resolved.set(token, await useFactory(...parts));
    return resolved.get(token);
  };
  return resolve as <T>(token: unknown) => Promise<T>;
}

const openNoted: OpenEngine = (settings) => {
  opened.push(settings);
  return Promise.resolve(storage);
};

/** Options with an engine of this name, which is noted when it is opened. */
const named = (name: string | undefined, more: object = {}): StorageModuleOptions => ({
  engine: { ...(name !== undefined && { name }), directory: '/nowhere', ...more },
  engines: { paper: () => Promise.resolve(openNoted), sqlite: () => Promise.resolve(openNoted) },
});

beforeEach(() => {
  registry = new MetricsRegistry({ isWithoutProcess: true });
  storage = new MemoryStorage(new FakeClock());
  [opened, lines] = [[], []];
});

describe('StorageModule.forRoot()', () => {
  it.each([undefined, 'paper'])('opens the engine that is named, the embedded one by default: %s', async (name) => {
    expect(await resolverOf(named(name, { acceptsOlder: true }))(Storage)).toBe(storage);
    expect(opened).toEqual([
      { directory: '/nowhere', acceptsOlder: true, logger: expect.objectContaining({ error: expect.any(Function) }) },
    ]);
    expect(await registry.expose()).toContain('apiserver_storage_size_bytes{storage_cluster_id="etcd-0"}');
  });

  it.each<[string, StorageModuleOptions]>([
    ['sqlite', named(undefined)],
    ['paper', named('paper')],
    ['storage', { engine: () => Promise.resolve(storage) }],
  ])('names spans after the engine: %s', async (name, options) => {
    const spans: string[] = [];
    const recorded = {
      start: (span: string) => {
        spans.push(span);
        return { addEvent: () => undefined, end: () => undefined };
      },
    };
    const traced = await resolverOf({ ...options, isTraced: true })<Storage>(Storage);
    await new Span(recorded as never, undefined).run(() => traced.get('/r/a'));
    expect(spans).toEqual([`Get ${name}`]);
  });

  it('keeps values in the form of the reference in etcd, as they are elsewhere, or as its options say', async () => {
    const formOf = async (options: StorageModuleOptions): Promise<string> =>
      (await resolverOf(options)<object>(ValueTransformers)).constructor.name;
    const engines = { etcd3: () => Promise.resolve(openNoted) };
    const etcd: StorageModuleOptions = { engine: { name: 'etcd3', directory: '', etcd: ETCD }, engines };
    expect(await formOf(etcd)).toBe('KubernetesValues');
    expect(await formOf(named('paper', { etcd: ETCD }))).toBe('PlainValues');
    expect(await formOf({ ...etcd, transformers: new PlainValues() })).toBe('PlainValues');
    expect(await formOf({ engine: () => Promise.resolve(storage) })).toBe('PlainValues');
  });

  it('encrypts values only where a file is named', async () => {
    const plain = await resolverOf(named('paper'))<Encryption>(Encryption);
    expect([plain.transformers.of({} as never), plain.hasServices]).toEqual([undefined, false]);
    const encryption = { configFile: '/nowhere/encryption.yaml', reloads: false };
    await expect(resolverOf({ ...named('paper'), encryption })(Encryption)).rejects.toThrow('/nowhere/encryption.yaml');
  });

  it('leads where no other leader is elected', async () => {
    const sole = await resolverOf(named('paper'))<Leadership>(Leadership);
    expect([sole.isLeader, sole.onChange(() => undefined)()]).toEqual([true, undefined]);
    const leadership = { isLeader: false, onChange: () => () => undefined };
    expect(await resolverOf({ ...named('paper'), leadership })(Leadership)).toBe(leadership);
  });
});

describe('StorageModule, while it runs', () => {
  interface Loop {
    run(): Promise<void>;
    readonly timer: unknown;
  }

  async function start(options: Partial<StorageModuleOptions> = {}) {
    let now = 0;
    const compaction = { retentionMs: 10, now: () => now };
    const resolve = resolverOf({ ...named('paper'), compaction, ...options });
    const [cache, loops] = [await resolve<WatchCache>(WatchCache), await resolve<CompactionLoops>(CompactionLoops)];
    const module = new StorageModule(storage, cache, loops);
    const [loop] = (loops as unknown as { loops: Loop[] }).loops;
    const compact = async (): Promise<void> => {
      await loop.run();
      now += 10;
      await loop.run();
    };
    return { module, cache, loop, compact };
  }

  it('compacts the store as the leader, and has the cache forget what is compacted', async () => {
    const { cache, compact } = await start();
    const forgotten: unknown[] = [];
    cache.forgetBefore = (...what) => void forgotten.push(what);
    const revision = await storage.create('/r/a', Buffer.from('v'));
    await compact();
    expect([await storage.compactedRevision(), forgotten]).toEqual([revision, [[revision, storage]]]);
  });

  it('leaves the store to another leader', async () => {
    const { compact } = await start({ leadership: { isLeader: false, onChange: () => () => undefined } });
    await storage.create('/r/a', Buffer.from('v'));
    await compact();
    expect(await storage.compactedRevision()).toBe(0);
  });

  it('logs that history could not be compacted', async () => {
    const { compact } = await start();
    storage.compact = () => Promise.reject(new Error('full'));
    await compact();
    expect(lines.filter((line) => line.includes('history could not be compacted'))).toHaveLength(1);
  });

  it('begins with compaction, and closes cache, compaction and store at the end', async () => {
    const { module, cache, loop } = await start();
    const order: string[] = [];
    const close = cache.close.bind(cache);
    cache.close = () => (order.push('cache'), close());
    storage.close = () => Promise.resolve(void order.push(loop.timer === undefined ? 'store' : 'too early'));
    expect(loop.timer).toBeUndefined();
    module.onApplicationBootstrap();
    expect(loop.timer).toBeDefined();
    await module.onApplicationShutdown();
    expect(order).toEqual(['cache', 'store']);
  });
});
