import { MetricsRegistry } from '../../observability/index.js';
import type { StoredParts } from './cache-gauges.js';
import { countStoredObjects } from './stored-objects.js';

/** Three resources, two of which are loaded, and one without a cache. */
function loadedParts(): StoredParts {
  const kindOf = (group: string, resource: string): unknown => ({
    kind: { groupResource: { group, resource }, keyPrefix: `/registry/${resource}/` },
  });
  const caches = new Map([
    ['/registry/pods/', { isReady: true, size: 3, sizeInBytes: async () => 700 }],
    ['/registry/deployments/', { isReady: true, size: 0, sizeInBytes: async () => 0 }],
    ['/registry/secrets/', { isReady: false, size: 0 }],
  ]);
  return {
    catalogue: {
      all: () => [kindOf('', 'pods'), kindOf('apps', 'deployments'), kindOf('', 'secrets'), kindOf('', 'x')],
    },
    watchCache: { find: (prefix: string) => caches.get(prefix) },
  } as unknown as StoredParts;
}

describe('countStoredObjects()', () => {
  it.each([
    ['1.33', []],
    [
      '1.34',
      [
        'apiserver_resource_objects{group="",resource="pods"} 3',
        'apiserver_resource_objects{group="apps",resource="deployments"} 0',
        'apiserver_resource_size_estimate_bytes{group="",resource="pods"} 700',
        'apiserver_resource_size_estimate_bytes{group="apps",resource="deployments"} 0',
      ],
    ],
  ])('reports number and size by group and resource in %s', async (release, lines) => {
    const registry = new MetricsRegistry({ release, isWithoutProcess: true });
    countStoredObjects(registry, loadedParts());
    expect((await registry.expose()).match(/^apiserver_resource_.*/gm) ?? []).toEqual(lines);
  });

  it('reports the number of objects of loaded resources', async () => {
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    countStoredObjects(registry, loadedParts());
    expect((await registry.expose()).match(/^apiserver_storage_objects.*/gm)).toEqual([
      'apiserver_storage_objects{resource="pods"} 3',
      'apiserver_storage_objects{resource="deployments.apps"} 0',
    ]);
  });
});
