import type { MetricsRegistry } from '../observability/index.js';
import type { Storage } from './storage.js';

/**
 * Publishes the size of every store as a metric, under the labels of the reference's etcds, the main one first; nothing for a
 * store whose size is unknown.
 */
export function measureStorage(metrics: MetricsRegistry, { stores }: Pick<Storage, 'stores'>): void {
  const definition = {
    name: 'apiserver_storage_size_bytes',
    help: 'Bytes that the store takes up.',
    stability: 'STABLE',
    labels: ['storage_cluster_id'],
  } as const;
  metrics.observed(definition, 'gauge', async () => {
    const sizes = await Promise.all(stores.map((store) => store.sizeInBytes().catch(() => undefined)));
    return sizes.flatMap((value, i) =>
      value === undefined ? [] : [{ labels: { storage_cluster_id: `etcd-${i}` }, value }],
    );
  });
}
