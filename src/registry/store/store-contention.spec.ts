import {
  type Thing,
  type ThingStore,
  clientContext,
  openThingStore,
  thing,
} from '../../../test/support/registry-store.js';

let things: ThingStore;

beforeEach(async () => {
  things = await openThingStore();
});

afterEach(() => things.close());

/** The lines of writers, by key. */
const lines = (): ReadonlyMap<string, unknown> =>
  (things.store as unknown as { contended: { lines: ReadonlyMap<string, unknown> } }).contended.lines;

const setColor = (color: string): Promise<unknown> =>
  things.store.update(clientContext(), 'a', (current) => ({ ...current!, spec: { ...current!.spec, color } }));

describe('a write that lost a race', () => {
  it('waits in line before it is computed again, and leaves the line', async () => {
    await things.store.create(clientContext(), thing('a'));
    const lengths: number[] = [];
    const { entry } = await things.store.update(clientContext(), 'a', async (current) => {
      lengths.push(lines().size);
      if (lengths.length === 1) await setColor('red');
      return { ...current!, spec: { ...current!.spec, count: 7 } };
    });
    expect(things.store.codec.decode(entry).spec).toEqual({ color: 'red', count: 7 });
    await new Promise(setImmediate);
    expect([lengths, lines().size]).toEqual([[0, 1], 0]);
  });

  it('updates an object that another one has created meanwhile', async () => {
    const seen: (Thing | undefined)[] = [];
    const outcome = await things.store.createOrUpdate(clientContext(), 'a', async (current) => {
      seen.push(current);
      if (!current) await things.store.create(clientContext(), thing('a', { count: 1 }));
      return current ? { ...current, spec: { count: 2 } } : thing('a', { count: 2 });
    });
    expect([outcome.created, seen.length]).toEqual([false, 2]);
    expect(things.store.codec.decode(outcome.entry).spec!.count).toBe(2);
  });

  it('is not computed again where an object cannot be created', async () => {
    let computed = 0;
    const refused = things.store.createOrUpdate(clientContext(), 'A', () => (computed++, thing('A')));
    await expect(refused).rejects.toMatchObject({ status: { code: 422 } });
    expect(computed).toBe(1);
  });
});

describe('the name of an object', () => {
  it('must be a text', () => {
    expect(() => things.store.find(clientContext(), undefined as never)).toThrow(
      new TypeError('the name of an object of things.test.example.com must be a text, and is undefined'),
    );
  });
});
