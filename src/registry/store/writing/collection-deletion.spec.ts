import {
  type Thing,
  type ThingStore,
  clientContext,
  openThingStore,
  thing,
} from '../../../../test/support/registry-store.js';
import { type AdmissionAttributes, AdmissionPlugin } from '../../../admission/index.js';
import type { StatusError } from '../../../apimachinery/index.js';
import type { DeleteOptions } from '../../../schema/index.js';
import { StorageError } from '../../../storage/index.js';
import type { Strategy } from '../../kinds/strategy.js';
import type { StoreContext } from '../../kinds/store-context.js';

let things: ThingStore;
let asked: AdmissionAttributes[];
let undone: string[];

/** Records what it is asked, each time with an effect that may have to be undone. */
class RecordingAdmission extends AdmissionPlugin {
  readonly name = 'Recording';

  handles(operation: string): boolean {
    return operation === 'DELETE';
  }

  override admit(attributes: AdmissionAttributes): false {
    asked.push(attributes);
    attributes.settleWith({ commit: () => {}, revert: () => void undone.push(attributes.name) });
    return false;
  }
}

async function openWith(strategy: Strategy<Thing> = {}): Promise<void> {
  [asked, undone] = [[], []];
  things = await openThingStore({ strategy, plugins: [new RecordingAdmission()] });
  for (const name of ['a', 'b']) await things.store.create(clientContext(), thing(name));
}

afterEach(() => things.close());

const remove = (options: DeleteOptions = {}): Promise<{ isGone: boolean }> =>
  things.store.delete(clientContext(), 'a', options);

const read = async (name: string): Promise<Thing | undefined> => {
  const entry = await things.store.find(clientContext(), name);
  return entry && things.store.codec.decode(entry);
};

async function removeAll(
  options: DeleteOptions = {},
  changes: Partial<StoreContext> = {},
  namespace = 'n',
): Promise<void> {
  await things.store.cache.waitUntilFresh();
  const { entries } = things.store.cache.list({ prefix: things.store.kind.keyOf(namespace) });
  await things.store.deleteEntries(clientContext({ ...changes, namespace }), { entries, options, workers: 2 });
}

describe('Store.deleteEntries()', () => {
  it('warns and asks mutating admission once, with the options', async () => {
    await openWith({ warningsOnDelete: () => ['careful'] });
    const warnings: string[] = [];
    await removeAll({ gracePeriodSeconds: 0 }, { warn: (text) => warnings.push(text), requestName: '' });
    expect(warnings).toEqual(['careful']);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ operation: 'DELETE', name: '', namespace: 'n', user: { name: 'alice' } });
    expect(asked[0].options).toMatchObject({ gracePeriodSeconds: 0 });
  });

  it('asks nobody where it is part of an admitted write', async () => {
    await openWith();
    await removeAll({}, { skipAdmission: true });
    expect([asked, await read('a'), await read('b')]).toEqual([[], undefined, undefined]);
  });

  it('deletes across namespaces, and as little in a dry run as elsewhere', async () => {
    await openWith();
    await things.store.create(clientContext({ namespace: 'm' }), thing('a'));
    await removeAll({}, { dryRun: true }, '');
    expect(await read('a')).toBeDefined();
    await removeAll({}, {}, '');
    await things.store.cache.waitUntilFresh();
    expect(things.store.cache.list({ prefix: things.store.kind.keyPrefix }).entries).toEqual([]);
  });

  it('deletes what can be read, and names what cannot', async () => {
    await openWith();
    await things.close();
    let broken = '';
    const fromStored = (stored: Buffer, key: string): Buffer => {
      if (broken !== '' && key.endsWith(broken)) throw new Error('no key');
      return stored;
    };
    things = await openThingStore({ transformer: { toStored: (value: Buffer) => value, fromStored } as never });
    for (const name of ['a', 'b']) await things.store.create(clientContext(), thing(name));
    broken = '/b';
    const { entries } = await listAgain();
    const deleting = things.store.deleteEntries(clientContext(), { entries, options: {}, workers: 2 });
    const fault = (await deleting.catch((error: unknown) => error)) as StatusError;
    expect(fault.status.message).toContain(things.store.kind.keyOf('n', 'b'));
    expect(fault.status.message).not.toContain(things.store.kind.keyOf('n', 'a'));
    expect(await read('a')).toBeUndefined();
  });

  it('fails where an object cannot be deleted', async () => {
    const failure = new Error('still in use');
    await openWith();
    for (const error of [failure, new StorageError('Unreachable', 'disk gone')]) {
      things.storage.delete = () => Promise.reject(error);
      await expect(removeAll()).rejects.toThrow(error === failure ? failure : 'the store cannot be used');
    }
  });
});

/** The entries as they are when they are read from the store again. */
async function listAgain(): Promise<{ entries: readonly never[] }> {
  const entries = await Promise.all(['a', 'b'].map((name) => things.store.read(clientContext(), name)));
  return { entries: entries as never[] };
}

describe('Store.delete()', () => {
  it('refuses options that contradict each other', async () => {
    await openWith();
    const options = { propagationPolicy: 'Orphan', orphanDependents: true };
    await expect(remove(options)).rejects.toMatchObject({ status: { code: 422 } });
    expect(await read('a')).toBeDefined();
  });

  it('undoes the effects of admission where it changes nothing', async () => {
    await openWith({ gracePeriodFor: () => 30 });
    await remove();
    expect(undone).toEqual([]);
    expect((await remove()).isGone).toBe(false);
    expect(undone).toEqual(['a']);
  });

  it('has the strategy prepare an object that is marked, not one that goes at once', async () => {
    const prepared: string[] = [];
    await openWith({ prepareForDeletion: ({ metadata }) => void prepared.push(metadata.name!) });
    await things.store.delete(clientContext(), 'b');
    await remove({ propagationPolicy: 'Foreground' });
    expect(prepared).toEqual(['a']);
  });

  it('shows an object that goes at once as it was stored', async () => {
    await openWith();
    await remove({ propagationPolicy: 'Orphan' });
    const { entry, isGone } = await things.store.delete(clientContext(), 'a', { propagationPolicy: 'Background' });
    expect([isGone, things.store.codec.decode(entry).metadata.finalizers]).toEqual([true, ['orphan']]);
  });
});
