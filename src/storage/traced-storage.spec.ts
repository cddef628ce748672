import { Span } from '../observability/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import { MemoryStorage } from '../testing/store/memory-storage.js';
import { DividedStorage } from './divided-storage.js';
import { TracedStorage } from './traced-storage.js';

const EVENTS = { group: '', resource: 'events' };
const PODS = { group: '', resource: 'pods' };
const VALUE = Buffer.from('v');

/** A recorded span that notes what becomes of its parts. */
function recordInto(notes: string[]): ConstructorParameters<typeof Span>[0] {
  const start = (name: string, { attributes }: { attributes?: object }): unknown => {
    notes.push(`${name} ${JSON.stringify(attributes)}`);
    return {
      addEvent: (event: string, facts: object) => notes.push(`${event} ${JSON.stringify(facts)}`),
      end: () => notes.push('end'),
    };
  };
  return { start } as never;
}

describe('TracedStorage', () => {
  let inner: MemoryStorage;
  let notes: string[];
  let span: Span;

  beforeEach(() => {
    inner = new MemoryStorage(new FakeClock());
    notes = [];
    span = new Span(recordInto(notes), undefined);
  });

  it('gives each operation on keys a span, named after the operation and the engine', async () => {
    const traced = new TracedStorage(inner, 'paper');
    await span.run(async () => {
      const created = await traced.create('/r/a', VALUE);
      const updated = await traced.update('/r/a', VALUE, created);
      expect((await traced.get('/r/a'))?.revision).toBe(updated);
      expect((await traced.range('/r/')).items).toHaveLength(1);
      expect((await traced.changeBefore('/r/a'))?.revision).toBe(updated);
      await traced.delete('/r/a', updated);
    });
    const spans = ['Create', 'GuaranteedUpdate', 'Get', 'List(recursive=true)', 'Get', 'Delete'];
    expect(notes.filter((note) => note.includes(' paper '))).toEqual(
      spans.map((name) => `${name} paper {"key":"${name.startsWith('List') ? '/r/' : '/r/a'}"}`),
    );
    expect(notes.slice(0, 3)).toEqual(['Create paper {"key":"/r/a"}', 'Txn call succeeded {}', 'end']);
  });

  it('says why an operation failed', async () => {
    const traced = new TracedStorage(inner, 'paper');
    await expect(span.run(() => traced.delete('/r/a', 7))).rejects.toThrow('key not found: /r/a');
    expect(notes).toEqual(['Delete paper {"key":"/r/a"}', 'Txn call failed {"err":"key not found: /r/a"}', 'end']);
  });

  it('only carries operations out where there is no span', async () => {
    const traced = new TracedStorage(inner, 'paper');
    await traced.create('/r/a', VALUE);
    expect([notes, (await inner.range('/r/')).items.length]).toEqual([[], 1]);
  });

  it('traces the other stores of a divided one as well', async () => {
    const other = new MemoryStorage(new FakeClock());
    const divided = new DividedStorage(inner, [other], ({ resource }) => (resource === 'events' ? other : undefined));
    const traced = new TracedStorage(divided, 'paper');
    const ofEvents = traced.storeOf(EVENTS);
    expect(traced.stores).toEqual([traced, ofEvents]);
    expect(traced.storeOf(PODS)).toBe(traced);
    await span.run(() => ofEvents.create('/r/a', VALUE));
    expect([notes[0], (await other.range('/r/')).items.length]).toEqual(['Create paper {"key":"/r/a"}', 1]);
    expect(new TracedStorage(inner, 'paper').stores).toHaveLength(1);
  });
});
