import type { StorageEvent } from '../../storage/index.js';
import { FakeClock } from '../fake-clock.js';
import { MemoryStorage } from './memory-storage.js';

let storage: MemoryStorage;
let events: StorageEvent[];

beforeEach(async () => {
  storage = new MemoryStorage(new FakeClock());
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
