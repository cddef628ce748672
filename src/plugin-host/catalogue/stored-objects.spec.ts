import { MetricsRegistry } from '../../observability/index.js';
import type { StoredParts } from './cache-gauges.js';
import { countStoredObjects } from './stored-objects.js';

describe('countStoredObjects()', () => {
  it('reports the number of objects of loaded resources', async () => {
    const kindOf = (group: string, resource: string): unknown => ({
      kind: { groupResource: { group, resource }, keyPrefix: `/registry/${resource}/` },
    });
    const caches = new Map([
      ['/registry/pods/', { isReady: true, size: 3 }],
      ['/registry/deployments/', { isReady: true, size: 0 }],
      ['/registry/secrets/', { isReady: false, size: 0 }],
    ]);
    const parts = {
      catalogue: {
        all: () => [kindOf('', 'pods'), kindOf('apps', 'deployments'), kindOf('', 'secrets'), kindOf('', 'x')],
      },
      watchCache: { find: (prefix: string) => caches.get(prefix) },
    } as unknown as StoredParts;
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    countStoredObjects(registry, parts);
    expect((await registry.expose()).match(/^apiserver_storage_objects.*/gm)).toEqual([
      'apiserver_storage_objects{resource="pods"} 3',
      'apiserver_storage_objects{resource="deployments.apps"} 0',
    ]);
  });
});
