import { FakeClock } from '../testing/fake-clock.js';
import { MemoryStorage } from '../testing/store/memory-storage.js';
import { DividedStorage } from './divided-storage.js';
import { measureStorage } from './storage-size.js';
import { MetricsRegistry } from '../observability/index.js';
import type { Storage } from './storage.js';

const EVENTS = { group: '', resource: 'events' };
const PODS = { group: '', resource: 'pods' };

describe('DividedStorage', () => {
  let main: MemoryStorage;
  let other: MemoryStorage;
  let divided: DividedStorage;

  beforeEach(() => {
    [main, other] = [1, 2].map(() => new MemoryStorage(new FakeClock())) as [MemoryStorage, MemoryStorage];
    divided = new DividedStorage(main, [other], ({ resource }) => (resource === 'events' ? other : undefined));
  });

  it('names its stores, and the one that has a resource', () => {
    expect(divided.stores).toEqual([divided, other]);
    expect([divided.storeOf(EVENTS), divided.storeOf(PODS)]).toEqual([other, divided]);
    expect(divided.isSoleWriter).toBe(true);
    expect([divided.isSharedByServers, main.isSharedByServers]).toEqual([false, false]);
    Object.assign(main, { isSoleWriter: false });
    expect([divided.isSharedByServers, main.isSharedByServers]).toEqual([true, true]);
  });

  it('has all operations by key carried out by the main store', async () => {
    const value = Buffer.from('v');
    const events: string[] = [];
    const watch = await divided.watch(
      { prefix: '/r/', afterRevision: divided.currentRevision() as number },
      { onEvent: ({ type }) => void events.push(type) },
    );
    const created = await divided.create('/r/a', value);
    const updated = await divided.update('/r/a', value, created);
    expect([(await divided.get('/r/a'))?.revision, (await divided.range('/r/')).items.length]).toEqual([updated, 1]);
    expect((await divided.changeBefore('/r/a'))?.revision).toBe(updated);
    const deleted = await divided.delete('/r/a', updated);
    expect([main.currentRevision(), events]).toEqual([deleted, ['create', 'update', 'delete']]);
    watch.close();
    await divided.compact(updated);
    expect([await divided.compactedRevision(), await main.compactedRevision()]).toEqual([updated, updated]);
    await divided.checkWritable();
    expect(await divided.sizeInBytes()).toBe(await main.sizeInBytes());
    expect(other.currentRevision()).toBe(1);
  });

  it('closes all of its stores', async () => {
    await divided.close();
    for (const each of [main, other]) await expect(each.sizeInBytes()).rejects.toThrow('closed');
  });
});

describe('measureStorage()', () => {
  it('publishes the size of each store that has one, the main one first', async () => {
    const sized = (size: number | undefined): Storage =>
      ({
        sizeInBytes: () => (size === undefined ? Promise.reject(new Error('unknown')) : Promise.resolve(size)),
      }) as Storage;
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    measureStorage(registry, { stores: [sized(7), sized(undefined), sized(0)] });
    const lines = (await registry.expose()).split('\n').filter((line) => line.startsWith('apiserver_storage_size'));
    expect(lines).toEqual([
      'apiserver_storage_size_bytes{storage_cluster_id="etcd-0"} 7',
      'apiserver_storage_size_bytes{storage_cluster_id="etcd-2"} 0',
    ]);
  });
});
