import {
  type Thing,
  type ThingStore,
  type ThingStoreOptions,
  clientContext,
  openThingStore,
  thing,
} from '../../../../test/support/registry-store.js';
import { StatusError, failure } from '../../../apimachinery/index.js';
import { StorageError } from '../../../storage/index.js';
import type { StoreContext } from '../../kinds/store-context.js';

let things: ThingStore;

afterEach(() => things.close());

async function open(options: ThingStoreOptions = {}): Promise<Thing> {
  things = await openThingStore(options);
  const { entry } = await things.store.create(clientContext(), thing('a', { count: 1 }));
  return things.store.codec.decode(entry);
}

const put = async (object: Thing, changes: Partial<StoreContext> = {}): Promise<Thing> => {
  const { entry } = await things.store.update(clientContext(changes), 'a', () => object);
  return things.store.codec.decode(entry);
};

const faultOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'done',
    (error: unknown) => (error instanceof StatusError ? `${error.code} ${error.message}` : String(error)),
  );

describe('Store.update(), of an object as a client may send it', () => {
  it('keeps what only the server sets', async () => {
    const { metadata } = await open();
    const updated = await put(thing('a', { count: 2 }));
    expect(updated.metadata).toMatchObject({ uid: metadata.uid, creationTimestamp: metadata.creationTimestamp });
    const other = await put(thing('a', { count: 3 }, { creationTimestamp: '2020-01-01T00:00:00Z', generation: 77 }));
    expect(other.metadata).toMatchObject({ creationTimestamp: metadata.creationTimestamp, generation: 3 });
  });

  it('keeps that it is being deleted', async () => {
    await open({ strategy: { gracePeriodFor: () => 30 } });
    await things.store.delete(clientContext(), 'a');
    const { metadata } = await put(thing('a', { count: 2 }));
    expect([metadata.deletionGracePeriodSeconds, metadata.deletionTimestamp]).toEqual([30, '2024-02-29T12:00:30Z']);
  });

  it('has the strategy prepare it, with its state before', async () => {
    const prepareForUpdate = (object: Thing, old: Thing): void => {
      object.spec!.color = `after ${old.spec!.count}`;
    };
    await open({ strategy: { prepareForUpdate } });
    expect((await put(thing('a', { count: 2 }))).spec).toEqual({ count: 2, color: 'after 1' });
  });

  it('checks metadata once more by the rules of the kind, unless its strategy does', async () => {
    await open();
    const faulty = (): Thing => thing('a', {}, { labels: { 'a b': 'c' } });
    const causes = async (): Promise<number> => {
      const error = (await put(faulty()).catch((fault: unknown) => fault)) as StatusError;
      return error.status.details!.causes!.length;
    };
    const twice = await causes();
    await things.close();
    await open({ strategy: { checksMetadataOnUpdate: true } });
    expect([twice, await causes()]).toEqual([4, 2]);
  });

  it('drops owners that are named twice', async () => {
    await open();
    const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };
    const warnings: string[] = [];
    const sent = thing('a', {}, { ownerReferences: [owner, owner] });
    const { metadata } = await put(sent, { warn: (text) => warnings.push(text) });
    expect([metadata.ownerReferences, warnings.length]).toEqual([[owner], 1]);
  });
});

describe('Store, of a request that is given up at the last moment', () => {
  /** Aborts the request when it is asked for the nth time. */
  const signalAt = (nth: number): StoreContext['signal'] => {
    let asked = 0;
    return {
      throwIfAborted: () => {
        if (++asked >= nth) throw failure(504, 'given up');
      },
    } as StoreContext['signal'];
  };

  it.each([1, 2, 3])('stores nothing of an update, given up at check %i', async (nth) => {
    await open();
    const outcome = await faultOf(put(thing('a', { count: 2 }), { signal: signalAt(nth) }));
    const { entry } = await things.store.get(clientContext(), 'a');
    const { count } = things.store.codec.decode(entry).spec!;
    expect([outcome, count]).toEqual(nth < 3 ? ['504 given up', 1] : ['done', 2]);
  });

  it('stores nothing of a create and a delete', async () => {
    await open();
    const context = clientContext({ signal: signalAt(1) });
    expect(await faultOf(things.store.create(context, thing('b')))).toBe('504 given up');
    expect(await faultOf(things.store.delete(context, 'a'))).toBe('504 given up');
    expect(await things.storage.get(things.store.kind.keyOf('n', 'b'))).toBeUndefined();
    expect(await things.storage.get(things.store.kind.keyOf('n', 'a'))).toBeDefined();
  });
});

describe('Store, where the storage fails', () => {
  const fail = (): Promise<never> => Promise.reject(new StorageError('Unreachable', 'disk gone'));

  it('answers 5xx to writes, which leave nothing to wait for', async () => {
    await open();
    things.storage.create = fail;
    things.storage.update = fail;
    things.storage.delete = fail;
    const writes = [
      () => things.store.create(clientContext(), thing('b')),
      () => put(thing('a', { count: 2 })),
      () => things.store.delete(clientContext(), 'a'),
      () => things.store.delete(clientContext(), 'a', { propagationPolicy: 'Orphan' }),
    ];
    for (const write of writes) expect(await faultOf(write())).toMatch(/^5\d\d /);
    // No request waits in line behind what has failed.
    const contended = things.store as unknown as { contended: { lines: Map<string, unknown> } };
    expect(contended.contended.lines.size).toBe(0);
  });

  it('gives up a deletion that loses every race', async () => {
    await open();
    let attempts = 0;
    things.storage.delete = () => {
      attempts += 1;
      return Promise.reject(new StorageError('Conflict', 'another write'));
    };
    expect(await faultOf(things.store.delete(clientContext(), 'a'))).not.toBe('done');
    expect(attempts).toBe(64);
  });

  it('gives up an update that loses every race, with the conflict', async () => {
    await open();
    let attempts = 0;
    things.storage.update = () => {
      attempts += 1;
      return Promise.reject(new StorageError('Conflict', 'another write'));
    };
    expect(await faultOf(put(thing('a', { count: 2 })))).toContain('409 ');
    expect(attempts).toBe(64);
  });
});

describe('Store.delete(), of a kind that knows grace', () => {
  it('shows that an object was given none before it goes', async () => {
    await open({ strategy: { gracePeriodFor: () => 0 } });
    const { entry, isGone } = await things.store.delete(clientContext(), 'a');
    const { metadata } = things.store.codec.decode(entry);
    expect([isGone, metadata.deletionGracePeriodSeconds, metadata.deletionTimestamp]).toEqual([
      true,
      0,
      '2024-02-29T12:00:00Z',
    ]);
    // Marked first, and removed then: two changes.
    const change = (await things.store.changeBefore(clientContext(), 'a'))!;
    const before = (await things.store.changeBefore(clientContext(), 'a', change.revision))!;
    expect([change.type, before.type]).toEqual(['delete', 'update']);
  });
});
