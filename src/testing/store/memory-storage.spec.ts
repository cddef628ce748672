import type { StorageEvent } from '../../storage/index.js';
import { FakeClock } from '../fake-clock.js';
import { MemoryStorage } from './memory-storage.js';

let clock: FakeClock;
let storage: MemoryStorage;
let events: StorageEvent[];

beforeEach(async () => {
  clock = new FakeClock();
  storage = new MemoryStorage(clock);
  events = [];
  for (const key of ['/a', '/b', '/c']) await storage.create(key, Buffer.from(key.repeat(10)));
  await storage.watch({ prefix: '/' }, { onEvent: (event) => void events.push(event) });
});

afterEach(() => storage.close());

const told = (): string[] => events.map(({ type, key }) => `${type} ${key}`);
const keys = async (): Promise<string[]> => (await storage.range('/')).items.map(({ key }) => key);
const revisionOf = async (key: string): Promise<number> => (await storage.get(key))!.revision;

describe('restore()', () => {
  it('writes the keys that differ, deletions first, and no others', async () => {
    const state = storage.snapshot();
    await storage.create('/d', Buffer.from('d'));
    await storage.create('/bb', Buffer.from('bb'));
    await storage.delete('/a', await revisionOf('/a'));
    await storage.update('/c', Buffer.from('changed'), await revisionOf('/c'));
    const untouched = await storage.get('/b');
    events = [];
    storage.restore(state);
    expect(told()).toEqual(['delete /bb', 'delete /d', 'create /a', 'update /c']);
    expect(await keys()).toEqual(['/a', '/b', '/c']);
    expect(await storage.get('/b')).toEqual(untouched);
    expect((await storage.get('/c'))!.value.toString()).toBe('/c'.repeat(10));
  });

  it('deletes and creates a key that was deleted and created meanwhile', async () => {
    const state = storage.snapshot();
    await storage.delete('/b', await revisionOf('/b'));
    await storage.create('/b', Buffer.from('another'));
    events = [];
    storage.restore(state);
    expect(told()).toEqual(['delete /b', 'create /b']);
  });

  it('puts an older state back after a newer one', async () => {
    const [whole, sizes] = [storage.snapshot(), [await storage.sizeInBytes()]];
    await storage.delete('/a', await revisionOf('/a'));
    const without = storage.snapshot();
    storage.restore(whole);
    sizes.push(await storage.sizeInBytes());
    expect(await keys()).toEqual(['/a', '/b', '/c']);
    storage.restore(without);
    expect(await keys()).toEqual(['/b', '/c']);
    storage.restore(whole);
    sizes.push(await storage.sizeInBytes());
    expect(await keys()).toEqual(['/a', '/b', '/c']);
    expect(sizes).toEqual([66, 66, 66]);
  });
});

describe('what restore() writes', () => {
  it('has new revisions in the order of the changes, and the creation of a key that was not deleted', async () => {
    const state = storage.snapshot();
    const [created, last] = [
      await revisionOf('/c'),
      await storage.update('/c', Buffer.from('1'), await revisionOf('/c')),
    ];
    await storage.delete('/a', await revisionOf('/a'));
    events = [];
    storage.restore(state);
    const [a, c] = events;
    expect([a.revision, a.createRevision, a.previous]).toEqual([last + 2, last + 2, undefined]);
    expect([c.revision, c.createRevision]).toEqual([last + 3, created]);
    expect(c.previous).toEqual({ value: Buffer.from('1'), revision: last });
    expect(await storage.get('/c')).toMatchObject({ revision: last + 3, createRevision: created });
    expect(storage.currentRevision()).toBe(1_000_000);
  });

  it('has no history, and takes the bytes of what is stored', async () => {
    const [state, size] = [storage.snapshot(), await storage.sizeInBytes()];
    const changed = await storage.update('/c', Buffer.from('changed'), await revisionOf('/c'));
    await storage.delete('/b', await storage.update('/b', Buffer.from('b'), await revisionOf('/b')));
    await storage.create('/d', Buffer.from('d'));
    await storage.delete('/e', await storage.create('/e', Buffer.from('e')));
    storage.restore(state);
    expect([await storage.sizeInBytes(), await keys()]).toEqual([size, ['/a', '/b', '/c']]);
    await expect(storage.get('/c', { revision: changed })).rejects.toMatchObject({ code: 'Compacted' });
    expect(await storage.compactedRevision()).toBe(storage.currentRevision());
  });

  it('expires when it would have, and a key that is gone does not', async () => {
    const expiring = await storage.create('/e', Buffer.from('e'), { ttlSeconds: 60 });
    const state = storage.snapshot();
    await storage.delete('/e', expiring);
    await storage.create('/f', Buffer.from('f'), { ttlSeconds: 30 });
    storage.restore(state);
    events = [];
    clock.advance(59_000);
    await Promise.resolve();
    expect(told()).toEqual([]);
    clock.advance(1000);
    await storage.get('/e');
    expect(told()).toEqual(['delete /e']);
  });
});

describe('compact()', () => {
  it('gives up what nobody can read any more, and its bytes', async () => {
    const first = await revisionOf('/a');
    const second = await storage.update('/a', Buffer.from('12345'), first);
    const third = await storage.update('/a', Buffer.from('123'), second);
    await storage.delete('/b', await revisionOf('/b'));
    expect(await storage.sizeInBytes()).toBe(66 + 7 + 5 + 22);
    await storage.compact(second);
    expect(await storage.sizeInBytes()).toBe(44 + 7 + 5 + 22);
    expect((await storage.get('/a', { revision: second }))!.value.toString()).toBe('12345');
    await expect(storage.get('/a', { revision: first })).rejects.toMatchObject({ code: 'Compacted' });
    await storage.compact(storage.currentRevision());
    expect(await storage.sizeInBytes()).toBe(22 + 5);
    expect(await revisionOf('/a')).toBe(third);
  });
});
