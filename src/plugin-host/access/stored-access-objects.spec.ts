import { eventually } from '../../../test/support/eventually.js';
import { type ThingStore, clientContext, openThingStore, thing } from '../../../test/support/registry-store.js';
import type { ObjectName } from '../../access/index.js';
import { CachedResourceStore, type ResourceStore, type Stores } from '../../registry/index.js';
import { StoredAccessObjects } from './stored-access-objects.js';

const THINGS = { group: 'test.example.com', resource: 'things' };

describe('StoredAccessObjects.followNames()', () => {
  let things: ThingStore;
  let store: ResourceStore | undefined;
  let onStoresChange: (store: object, change: string) => void;
  let names: (ObjectName | undefined)[];

  beforeEach(async () => {
    [things, names] = [await openThingStore(), []];
    store = new CachedResourceStore(things.store) as unknown as ResourceStore;
  });
  afterEach(() => things.close());

  const follow = () => {
    const stores = {
      find: () => store,
      onStoresChange: (listener: typeof onStoresChange) => {
        onStoresChange = listener;
        return () => {};
      },
    };
    return new StoredAccessObjects(stores as unknown as Stores).followNames(THINGS, (name) => names.push(name));
  };

  it('is current once it has caught up, and reports every change from then on', async () => {
    await things.store.create(clientContext(), thing('before'));
    const followed = follow();
    expect([followed.isCurrent, names]).toEqual([false, []]);
    await things.store.get(clientContext(), 'before');
    await eventually(() => expect([followed.isCurrent, names]).toEqual([true, [undefined]]));
    await things.store.create(clientContext(), thing('a'));
    expect(names).toEqual([undefined, { ...THINGS, namespace: 'n', name: 'a' }]);
    followed.stop();
    await things.store.create(clientContext(), thing('b'));
    expect(names).toHaveLength(2);
  });

  it('is not current where the resource is not served, and follows it once it is', async () => {
    const served = store;
    store = undefined;
    const followed = follow();
    expect([followed.isCurrent, names]).toEqual([false, [undefined]]);
    store = served;
    onStoresChange(served!, 'added');
    await eventually(() => expect(followed.isCurrent).toBe(true));
    followed.stop();
  });
});
