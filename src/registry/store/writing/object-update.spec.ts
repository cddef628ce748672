import {
  type Thing,
  type ThingStore,
  clientContext,
  openThingStore,
  thing,
} from '../../../../test/support/registry-store.js';
import type { Strategy } from '../../kinds/strategy.js';
import type { StoreContext } from '../../kinds/store-context.js';

let things: ThingStore;

afterEach(() => things.close());

async function openWith(strategy: Strategy<Thing> = {}): Promise<void> {
  things = await openThingStore({ strategy });
  await things.store.create(clientContext(), thing('a', { count: 1 }));
}

type Change = (current: Thing) => Thing | void;

const update = async (change: Change, context: Partial<StoreContext> = {}): Promise<Thing> => {
  const { entry } = await things.store.update(clientContext(context), 'a', (current) => {
    const copy = structuredClone(current!);
    return change(copy) ?? copy;
  });
  return things.store.codec.decode(entry);
};
const read = async (): Promise<Thing> =>
  things.store.codec.decode((await things.store.get(clientContext(), 'a')).entry);

const setCount =
  (count: number): Change =>
  (current) =>
    void (current.spec!.count = count);

describe('Store.update()', () => {
  it('drops a selfLink', async () => {
    await openWith();
    const updated = await update((current) => void (current.metadata.selfLink = '/x'));
    expect(updated.metadata).not.toHaveProperty('selfLink');
  });

  it('counts a generation when something other than metadata changes', async () => {
    await openWith();
    expect((await update(setCount(2))).metadata.generation).toBe(2);
    expect((await update((current) => void (current.metadata.labels = { a: 'b' }))).metadata.generation).toBe(2);
  });

  it('writes nothing when nothing changes', async () => {
    await openWith();
    const before = await read();
    const after = await update(() => {});
    expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  });

  it('keeps the status in a write of the object, and everything else in one of the status', async () => {
    await openWith();
    await update((current) => void (current.status = { phase: 'Ready' }), { subresource: 'status' });
    const other = await update((current) => {
      current.status = { phase: 'Lost' };
      current.spec!.count = 5;
    });
    expect([other.status, other.spec]).toEqual([{ phase: 'Ready' }, { count: 5 }]);
    const status = await update(
      (current) => {
        current.spec!.count = 9;
        current.status = { phase: 'Done' };
      },
      { subresource: 'status' },
    );
    expect([status.status, status.spec]).toEqual([{ phase: 'Done' }, { count: 5 }]);
  });

  it('keeps metadata in a write of the status that resets it, and records the owner of the status', async () => {
    things = await openThingStore({ definition: { statusResetFields: ['metadata'] } });
    await things.store.create(clientContext(), thing('a', { count: 1 }));
    const { metadata } = await update(
      (current) => {
        current.metadata.labels = { a: 'b' };
        current.metadata.finalizers = ['example.com/hold'];
        current.status = { phase: 'Ready' };
      },
      { subresource: 'status', fieldManager: 'controller' },
    );
    expect(metadata).not.toHaveProperty('labels');
    expect(metadata).not.toHaveProperty('finalizers');
    expect(metadata.managedFields!.map((entry) => [entry.manager, entry.subresource, entry.fieldsV1])).toContainEqual([
      'controller',
      'status',
      { 'f:status': { 'f:phase': {} } },
    ]);
  });

  it('answers Conflict where the client named another version', async () => {
    await openWith();
    const { metadata } = await read();
    await update(setCount(2));
    const stale: Change = (current) => void (current.metadata.resourceVersion = metadata.resourceVersion);
    await expect(update(stale)).rejects.toMatchObject({ status: { code: 409, reason: 'Conflict' } });
  });

  it('computes a write again that met another one, where the client named no version', async () => {
    await openWith();
    let tries = 0;
    const { entry } = await things.store.update(clientContext(), 'a', async (current) => {
      tries++;
      if (tries === 1) await update(setCount(10));
      const copy = structuredClone(current!);
      delete copy.metadata.resourceVersion;
      copy.spec!.color = 'red';
      return copy;
    });
    expect(tries).toBe(2);
    expect(things.store.codec.decode(entry).spec).toEqual({ count: 10, color: 'red' });
  });

  it('answers NotFound when there is no such object', async () => {
    await openWith();
    const missing = things.store.update(clientContext(), 'b', (current) => current!);
    await expect(missing).rejects.toMatchObject({ status: { code: 404 } });
  });

  it('creates what is missing where that is allowed', async () => {
    await openWith();
    const made = await things.store.createOrUpdate(clientContext(), 'b', () => thing('b'));
    expect(made.created).toBe(true);
  });

  it('reserves external resources before it validates, and releases them when that fails', async () => {
    const calls: string[] = [];
    await openWith({
      beginUpdate: () => ({ commit: () => void calls.push('commit'), revert: () => void calls.push('revert') }),
      pretendUpdate: () => void calls.push('pretend'),
      validateUpdate: ({ spec }) => {
        calls.push('validate');
        if (spec?.count === 13) throw new Error('unlucky');
        return [];
      },
    });
    await update(setCount(2));
    await expect(update(setCount(13))).rejects.toThrow('unlucky');
    await update(setCount(3), { dryRun: true });
    expect(calls).toEqual(['validate', 'commit', 'validate', 'revert', 'pretend', 'validate']);
    expect((await read()).spec?.count).toBe(2);
  });

  it('removes an object whose last finalizer goes', async () => {
    const gone: string[] = [];
    await openWith({ afterDelete: ({ metadata }) => void gone.push(metadata.name!) });
    await update((current) => void (current.metadata.finalizers = ['example.com/hold']));
    await things.store.delete(clientContext(), 'a');
    expect(gone).toEqual([]);
    await update((current) => void delete current.metadata.finalizers);
    expect(gone).toEqual(['a']);
    await expect(read()).rejects.toMatchObject({ status: { code: 404 } });
  });
});
