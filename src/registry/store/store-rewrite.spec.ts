import { type ThingStore, clientContext, openThingStore, thing } from '../../../test/support/registry-store.js';
import type { ValueTransformer } from '../../storage/index.js';

/** A transformer with a current key, named by one character before every value. */
class KeyedValues implements ValueTransformer {
  key = '1';

  toStored(value: Buffer): Buffer {
    return Buffer.concat([Buffer.from(this.key), value]);
  }

  fromStored(stored: Buffer): Buffer {
    return stored.subarray(1);
  }

  isCurrent(stored: Buffer): boolean {
    return stored.toString('latin1', 0, 1) === this.key;
  }
}

let transformer: KeyedValues;
let things: ThingStore;

beforeEach(async () => {
  transformer = new KeyedValues();
  things = await openThingStore({ transformer });
  await things.store.create(clientContext(), thing('a', { color: 'red' }));
});

afterEach(() => things.close());

const rewrite = (name = 'a'): Promise<boolean> =>
  things.store.rewrite(clientContext({ fieldManager: undefined }), name);
const read = async () => (await things.storage.get(things.store.kind.keyOf('n', 'a')))!;

describe('Store.rewrite()', () => {
  it('leaves an object in the current form alone', async () => {
    const { revision } = await read();
    expect([await rewrite(), (await read()).revision]).toEqual([false, revision]);
  });

  it('stores an object again whose key has changed since it was cached, and nothing else of it', async () => {
    const before = things.store.codec.decode((await things.store.find(clientContext(), 'a'))!);
    transformer.key = '2';
    expect(await rewrite()).toBe(true);
    expect((await read()).value.toString('latin1', 0, 1)).toBe('2');
    const after = things.store.codec.decode((await things.store.find(clientContext(), 'a'))!);
    expect(after.metadata.resourceVersion).not.toBe(before.metadata.resourceVersion);
    const { resourceVersion } = after.metadata;
    expect(after).toEqual({ ...before, metadata: { ...before.metadata, resourceVersion } });
    expect(await rewrite()).toBe(false);
  });

  it('answers false for an object that is not there', async () => {
    expect(await rewrite('b')).toBe(false);
  });

  it('throws StorageReadError for one that cannot be read', async () => {
    const { store, storage } = things;
    await storage.update(store.kind.keyOf('n', 'a'), Buffer.from('1{'), (await read()).revision);
    await expect(rewrite()).rejects.toMatchObject({ status: { reason: 'StorageReadError' } });
  });
});
