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
