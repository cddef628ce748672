import fc from 'fast-check';
import { ingestText, RecordingSink } from '../../../test/support/storage-cache.js';
import { eventually } from '../../../test/support/storage-recorder.js';
import { WatchCache, isCompacted, type CacheEvent, type ResourceCache } from '../index.js';
import { SqliteStorage } from '../sqlite/index.js';

const PREFIX = '/registry/pods/';
const KEYS = ['a/1', 'a/2', 'a-b/1', 'b/1', 'b/2', 'b/3'].map((name) => PREFIX + name);
const SCOPES = [PREFIX, `${PREFIX}a/`, `${PREFIX}b/`, `${PREFIX}b/2`];

/** A step: writes a key (creates or updates it), deletes it, writes elsewhere, watches, pins or compacts. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), key: fc.constantFrom(...KEYS) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), key: fc.constantFrom(...KEYS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('elsewhere' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('watch' as const),
      back: fc.nat(12),
      scope: fc.constantFrom(...SCOPES),
      isInitial: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pin' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const), back: fc.nat(12) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A model too simple to be wrong: every state there ever was, by revision. */
class Model {
  readonly states = new Map<number, Map<string, string>>();
  newest = new Map<string, string>();

  record(revision: number, key?: string, value?: string): void {
    this.newest = new Map(this.newest);
    if (key !== undefined && value !== undefined) this.newest.set(key, value);
    else if (key !== undefined) this.newest.delete(key);
    this.states.set(revision, this.newest);
  }

  at(revision: number, scope: string): string[] {
    const state = [...this.states.get(revision)!];
    return state
      .filter(([key]) => key.startsWith(scope))
      .map(([key, value]) => `${key}=${value}`)
      .toSorted();
  }
}

interface Watching {
  readonly sink: RecordingSink;
  readonly scope: string;
  /** The keys that the client had before the first event. */
  readonly had: string[];
}

class Run {
  readonly model = new Model();
  readonly watches: Watching[] = [];
  readonly pinned: number[] = [];
  private count = 0;

  constructor(
    readonly storage: SqliteStorage,
    readonly pods: ResourceCache,
  ) {}

  async perform(action: Step): Promise<void> {
    const current = this.storage.currentRevision();
    if (action.kind === 'write') await this.write(action.key);
    else if (action.kind === 'delete') await this.delete(action.key);
    else if (action.kind === 'elsewhere')
      this.model.record(await this.storage.create(`/registry/x/${current}`, Buffer.from('x')));
    else if (action.kind === 'pin') this.pinned.push(this.pods.pin());
    else if (action.kind === 'compact') await this.storage.compact(Math.max(1, current - action.back));
    else this.watch(action.scope, action.isInitial ? undefined : Math.max(1, current - action.back));
  }

  private async write(key: string): Promise<void> {
    const value = `v:${++this.count}`;
    const entry = this.pods.get(key);
    const bytes = Buffer.from(value);
    const revision = await (entry ? this.storage.update(key, bytes, entry.revision) : this.storage.create(key, bytes));
    this.model.record(revision, key, value);
  }

  private async delete(key: string): Promise<void> {
    const entry = this.pods.get(key);
    if (entry) this.model.record(await this.storage.delete(key, entry.revision), key);
  }

  private watch(scope: string, afterRevision: number | undefined): void {
    const sink = new RecordingSink();
    const had = afterRevision === undefined ? [] : this.model.at(afterRevision, scope);
    this.pods.watch({ prefix: scope, afterRevision }, sink);
    this.watches.push({ sink, scope, had });
  }
}

/** The state a client holds after following the events, and checks of each on the way. */
function follow(had: string[], events: readonly CacheEvent[]): string[] {
  const state = new Map(had.map((line) => line.split('=') as [string, string]));
  for (const { type, entry, previous, revision } of events) {
    expect(state.has(entry.key)).toBe(type !== 'ADDED');
    expect(entry.revision).toBe(revision);
    if (previous) expect(previous.bytes.toString()).toBe(state.get(entry.key));
    if (type === 'DELETED') state.delete(entry.key);
    else state.set(entry.key, entry.bytes.toString());
  }
  return [...state].map(([key, value]) => `${key}=${value}`).toSorted();
}

function linesAt(pods: ResourceCache, revision: number): string[] | 'compacted' {
  try {
    return pods.list({ revision }).entries.map(({ key, bytes }) => `${key}=${bytes.toString()}`);
  } catch (error) {
    if (isCompacted(error)) return 'compacted';
    throw error;
  }
}

async function check(run: Run): Promise<void> {
  const { model, pods, storage, watches, pinned } = run;
  const current = storage.currentRevision();
  expect(linesAt(pods, current)).toEqual(model.at(current, PREFIX));
  for (const revision of model.states.keys()) {
    expect(['compacted', model.at(revision, PREFIX)]).toContainEqual(linesAt(pods, revision));
  }
  for (const revision of pinned) expect(linesAt(pods, revision)).toEqual(model.at(revision, PREFIX));
  for (const { sink, scope, had } of watches) {
    await eventually(() => sink.readyAt !== undefined || sink.reason !== undefined, 'a watch to settle');
    expect([undefined, 'Compacted']).toContain(sink.error?.code);
    const isComplete = sink.reason === undefined;
    const expected = isComplete ? model.at(current, scope) : expect.anything();
    expect(follow(had, sink.events)).toEqual(expected);
  }
}

describe('WatchCache against a model', () => {
  it.each([
    ['a ring that reaches', 1000],
    ['a ring of three events', 3],
    ['no ring', 0],
  ])('answers every list and watch as the model does, with %s', async (_, maxEvents) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const storage = await SqliteStorage.open({ directory: ':memory:' });
        const cache = new WatchCache(storage, { ring: { maxEvents }, pins: { maxPins: 100 } });
        try {
          const run = new Run(storage, cache.register(PREFIX, ingestText));
          await run.pods.ready();
          run.model.record(storage.currentRevision());
          for (const action of steps) await run.perform(action);
          await check(run);
        } finally {
          cache.close();
          await storage.close();
        }
      }),
      { numRuns: 40 },
    );
  });
});
