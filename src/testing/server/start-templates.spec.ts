import { FakeClock } from '../fake-clock.js';
import { MemoryStorage } from '../store/memory-storage.js';
import { StartTemplates } from './start-templates.js';

describe('a start that servers share', () => {
  it('is what is stored, without leases, what expires, what is deleted, and history', async () => {
    const storage = new MemoryStorage(new FakeClock());
    const first = await storage.create('/registry/roles/a', Buffer.from('first'));
    await storage.update('/registry/roles/a', Buffer.from('second'), first);
    await storage.create('/registry/leases/kube-system/a', Buffer.from('lease'));
    await storage.create('/registry/events/a', Buffer.from('event'), { ttlSeconds: 3600 });
    await storage.delete('/registry/roles/b', await storage.create('/registry/roles/b', Buffer.from('b')));
    const templates = new StartTemplates();
    templates.keep('plain', storage.snapshot());
    const { tree, revision } = templates.find('plain')!;
    expect(revision).toBe(storage.currentRevision());
    expect([...tree.entries()]).toEqual([
      ['/registry/roles/a', expect.objectContaining({ value: Buffer.from('second'), previous: undefined })],
    ]);
    expect((await storage.get('/registry/roles/a', { revision: first }))!.value.toString()).toBe('first');
    await storage.close();
  });

  it('is that of the first server with its key, of four keys at most', () => {
    const templates = new StartTemplates();
    const states = Array.from({ length: 6 }, () => new MemoryStorage(new FakeClock()).snapshot());
    templates.keep('0', states[0]);
    templates.keep('0', states[5]);
    for (const i of [1, 2, 3]) templates.keep(String(i), states[i]);
    expect(templates.find('0')?.tree).toBe(states[0].tree);
    templates.keep('4', states[4]);
    expect(['0', '1', '4'].map((key) => templates.find(key)?.tree)).toEqual([
      undefined,
      states[1].tree,
      states[4].tree,
    ]);
  });
});
