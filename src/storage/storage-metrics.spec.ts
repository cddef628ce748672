import { MetricsRegistry } from '../observability/index.js';
import { MeasuredStorage, type ObjectStorage } from './measured-storage.js';
import { StorageError } from './storage-error.js';
import { StorageMetrics } from './storage-metrics.js';

function open() {
  const registry = new MetricsRegistry({ isWithoutProcess: true });
  const metrics = new StorageMetrics(registry);
  const meter = metrics.of('/registry/apps/deployments/', 'deployments.apps');
  return { metrics, meter, lines: async () => (await registry.expose()).split('\n') };
}

describe('StorageMetrics', () => {
  it('counts what happens in the cache of a resource', async () => {
    const { meter, lines } = open();
    meter.sawChange();
    meter.sawChange();
    meter.sawDispatch();
    meter.sawLoad(5, 0.2);
    meter.sawInitialEvents(5);
    meter.sawSlowWatcher();
    meter.sawWait(0.03);
    const name = '{resource="deployments.apps"}';
    const counted = [
      `apiserver_storage_events_received_total${name} 2`,
      `apiserver_watch_cache_events_received_total${name} 2`,
      `apiserver_watch_cache_events_dispatched_total${name} 1`,
      `apiserver_watch_cache_initializations_total${name} 1`,
      `apiserver_storage_list_total${name} 1`,
      `apiserver_storage_list_returned_objects_total${name} 5`,
      `apiserver_init_events_total${name} 5`,
      `apiserver_terminated_watchers_total${name} 1`,
      `apiserver_watch_cache_read_wait_seconds_count${name} 1`,
      'etcd_requests_total{operation="list",type="deployments.apps"} 1',
    ];
    expect(await lines()).toEqual(expect.arrayContaining(counted));
  });

  it('counts lists by index and path', async () => {
    const { meter, lines } = open();
    meter.sawList({ index: 'f:metadata.namespace', fetched: 10, returned: 2 });
    for (const isSuccess of [true, true, false]) meter.sawConsistentRead(isSuccess);
    const path = 'resource_prefix="/apps/deployments"';
    const counted = [
      `apiserver_cache_list_total{index="f:metadata.namespace",${path}} 1`,
      `apiserver_cache_list_fetched_objects_total{index="f:metadata.namespace",${path}} 10`,
      `apiserver_cache_list_returned_objects_total{${path}} 2`,
      'apiserver_watch_cache_consistent_read_total{fallback="false",resource="/apps/deployments",success="true"} 2',
      'apiserver_watch_cache_consistent_read_total{fallback="false",resource="/apps/deployments",success="false"} 1',
    ];
    expect(await lines()).toEqual(expect.arrayContaining(counted));
  });

  it('gives each declaration of a kind the same meter', () => {
    const { metrics, meter } = open();
    expect(metrics.of('/registry/apps/deployments/', 'deployments.apps')).toBe(meter);
  });
});

describe('StorageFamilies', () => {
  const boundsOf = (lines: readonly string[], name: string): number[] =>
    lines
      .filter((line) => line.startsWith(`${name}_bucket`) && !line.includes('+Inf'))
      .map((line) => Number(/le="([^"]+)"/.exec(line)![1]));

  it('has the buckets of the reference', async () => {
    const { meter, lines } = open();
    meter.sawWait(0.03);
    meter.sawLoad(1, 0.2);
    const text = await lines();
    const waits = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3];
    expect(boundsOf(text, 'apiserver_watch_cache_read_wait_seconds')).toEqual(waits);
    const requests = [...waits, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];
    expect(boundsOf(text, 'etcd_request_duration_seconds')).toEqual(requests);
  });

  it('counts what a load reads, decodes and keeps, and what lists of a prefix beside the root return', async () => {
    const { metrics, meter, lines } = open();
    meter.sawLoad(5, 0.2);
    meter.sawLoad(2, 0.2);
    metrics.of('/other/things/', 'things').sawList({ index: '', fetched: 3, returned: 1 });
    metrics.of('/other/things/', 'things').sawList({ index: '', fetched: 3, returned: 1 });
    const name = '{resource="deployments.apps"}';
    expect(await lines()).toEqual(
      expect.arrayContaining([
        `apiserver_storage_list_fetched_objects_total${name} 7`,
        `apiserver_storage_list_evaluated_objects_total${name} 7`,
        'apiserver_cache_list_total{index="",resource_prefix="/other/things"} 2',
        'apiserver_cache_list_returned_objects_total{resource_prefix="/other/things"} 2',
      ]),
    );
  });
});

describe('MeasuredStorage', () => {
  it('measures in seconds', async () => {
    const { meter, lines } = open();
    const { now } = performance;
    let time = 1_000_000;
    performance.now = () => (time += 2000);
    await meter.time('get', Promise.resolve()).finally(() => (performance.now = now));
    expect(await lines()).toContain('etcd_request_duration_seconds_sum{operation="get",type="deployments.apps"} 2');
  });

  it('times requests; a conflict is an answer, an unreachable store an error', async () => {
    const { meter, lines } = open();
    const failing = (code: StorageError['code']) => () => Promise.reject(new StorageError(code, 'why'));
    const storage = { create: async () => 7, update: failing('Conflict'), delete: failing('Unreachable') };
    const measured = new MeasuredStorage(storage as unknown as ObjectStorage, meter);
    expect(await measured.create('a', Buffer.alloc(0))).toBe(7);
    await expect(measured.update('a', Buffer.alloc(0), 1)).rejects.toThrow('why');
    await expect(measured.delete('a', 1)).rejects.toThrow('why');
    const text = await lines();
    const counted = ['create', 'update', 'delete'].map(
      (operation) => `etcd_request_duration_seconds_count{operation="${operation}",type="deployments.apps"} 1`,
    );
    expect(text).toEqual(expect.arrayContaining(counted));
    expect(text.filter((line) => line.startsWith('etcd_request_errors_total'))).toEqual([
      'etcd_request_errors_total{operation="delete",type="deployments.apps"} 1',
    ]);
  });
});
