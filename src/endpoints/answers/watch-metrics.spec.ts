import { MetricsRegistry } from '../../observability/index.js';
import { WatchMetrics } from './watch-metrics.js';

describe('WatchMetrics.listed()', () => {
  it.each([
    ['', '', 'cluster'],
    ['default', '', 'namespace'],
    ['default', 'a', 'resource'],
  ])('times the initial objects of namespace %j, name %j: %s', async (namespace, name, scope) => {
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    new WatchMetrics(registry).listed({ group: '', resource: 'pods', version: 'v1', namespace, name }, 0.3);
    const series = `apiserver_watch_list_duration_seconds_bucket{group="",resource="pods",scope="${scope}",version="v1"`;
    const text = await registry.expose();
    expect(text).toContain(`${series},le="0.2"} 0\n`);
    expect(text).toContain(`${series},le="0.4"} 1\n`);
  });
});

describe('WatchMetrics.of()', () => {
  it('counts events and their sizes by kind, one meter for each', async () => {
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    const metrics = new WatchMetrics(registry);
    const meter = metrics.of({ group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments' });
    expect(metrics.of({ group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments' })).toBe(meter);
    expect(metrics.of({ group: 'apps', version: 'v2', kind: 'Deployment', resource: 'deployments' })).not.toBe(meter);
    meter.total.value += 2;
    meter.sizes.observe(1500);
    const text = await registry.expose();
    const labels = 'group="apps",kind="Deployment",version="v1"';
    expect(text).toContain(`apiserver_watch_events_total{${labels}} 2\n`);
    expect(text).toContain(`apiserver_watch_events_sizes_bucket{${labels},le="1024"} 0\n`);
    expect(text).toContain(`apiserver_watch_events_sizes_bucket{${labels},le="2048"} 1\n`);
  });

  it('has the buckets of the reference', async () => {
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    const metrics = new WatchMetrics(registry);
    metrics.of({ group: '', version: 'v1', kind: 'Pod', resource: 'pods' }).sizes.observe(1);
    metrics.listed({ group: '', resource: 'pods', version: 'v1', namespace: '', name: '' }, 1);
    const text = await registry.expose();
    const bounds = (name: string): string =>
      [...text.matchAll(new RegExp(`^${name}_bucket.*le="([^"]+)"`, 'gm'))].map(([, bound]) => bound).join(' ');
    expect(bounds('apiserver_watch_events_sizes')).toBe('1024 2048 4096 8192 16384 32768 65536 131072 +Inf');
    expect(bounds('apiserver_watch_list_duration_seconds')).toBe(
      '0.05 0.1 0.2 0.4 0.6 0.8 1 2 4 6 8 10 15 20 30 45 60 +Inf',
    );
  });
});
