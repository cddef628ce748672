import type { MetricDefinition, MetricsRegistry, Sample } from '../observability/index.js';
import type { Storage } from './storage.js';

/**
 * Publishes the size of every store as a metric, under the labels of the reference's etcds, the main one first; nothing for a
 * store whose size is unknown.
 */
export function measureStorage(metrics: MetricsRegistry, { stores }: Pick<Storage, 'stores'>): void {
  const definition = {
    name: 'apiserver_storage_size_bytes',
    help: 'Bytes that the store takes up.',
    labels: ['storage_cluster_id', 'cluster'],
    releases: {
      since: '1.28',
      stability: { '1.29': 'STABLE' },
      labels: { cluster: { until: '1.28' }, storage_cluster_id: { since: '1.29' } },
    },
  } as const;
  const label = metrics.isSince('1.29') ? 'storage_cluster_id' : 'cluster';
  metrics.observed(definition, 'gauge', () => sizesOf(stores, label));
  metrics.observed(FORMER_SIZE, 'gauge', () => sizesOf(stores, 'endpoint'));
}

/** The former metric of the size. Embedded stores have no endpoint, so that stores have the same names in both metrics. */
const FORMER_SIZE: MetricDefinition = {
  name: 'apiserver_storage_db_total_size_in_bytes',
  help: 'Bytes that the store takes up.',
  labels: ['endpoint'],
  deprecatedSince: '1.28.0',
  releases: { since: '1.21' },
  former: [{ name: 'etcd_db_total_size_in_bytes', releases: { until: '1.20' } }],
};

async function sizesOf(stores: readonly Pick<Storage, 'sizeInBytes'>[], label: string): Promise<Sample[]> {
  const sizes = await Promise.all(stores.map((store) => store.sizeInBytes().catch(() => undefined)));
  return sizes.flatMap((value, i) => (value === undefined ? [] : [{ labels: { [label]: `etcd-${i}` }, value }]));
}
