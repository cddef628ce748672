import type { Stores } from '../../../src/plugin-api/index.js';
import { ComponentStatusSource } from './component-status.source.js';

function sourceWith(read: () => Promise<unknown>): ComponentStatusSource {
  return new ComponentStatusSource({ of: () => ({ readStored: read }) } as unknown as Stores);
}

describe('ComponentStatusSource', () => {
  it.each([
    ['True', 'ok', () => Promise.resolve(undefined)],
    ['False', 'the store cannot be read', () => Promise.reject(new Error('disk'))],
  ])('shows the store as etcd: %s', async (status, message, read) => {
    await expect(sourceWith(read).get('etcd-0')).resolves.toEqual({
      metadata: { name: 'etcd-0' },
      conditions: [{ type: 'Healthy', status, message }],
    });
  });

  it('knows no other parts', async () => {
    const error = sourceWith(() => Promise.resolve()).get('nothing');
    await expect(error).rejects.toMatchObject({ status: { code: 500, message: 'Component not found: nothing' } });
  });

  it('lists all parts', async () => {
    const all = await sourceWith(() => Promise.resolve()).list();
    expect(all.map(({ metadata }) => metadata.name)).toEqual(['scheduler', 'controller-manager', 'etcd-0']);
  });
});
