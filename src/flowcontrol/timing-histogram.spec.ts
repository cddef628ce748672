import { MetricsRegistry } from '../observability/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import { TimingRatioFamily } from './timing-histogram.js';

describe('TimingRatioFamily', () => {
  it('counts nanoseconds by the share of the limit in use', async () => {
    const clock = new FakeClock();
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    const definition = { name: 'use', help: 'h', labels: ['of'], buckets: [0, 0.5, 1] };
    const family = new TimingRatioFamily(registry, definition, () => clock.monotonic());
    const use = family.labels('seats');
    use.setLimit(4, 0);
    clock.advance(2);
    use.set(2, clock.monotonic());
    clock.advance(3);
    use.add(2, clock.monotonic());
    clock.advance(1);
    use.setLimit(2, clock.monotonic());
    clock.advance(4);
    const lines = (await registry.expose()).split('\n').filter((line) => line.startsWith('use'));
    expect(lines).toEqual([
      'use_bucket{of="seats",le="0"} 2e+06',
      'use_bucket{of="seats",le="0.5"} 5e+06',
      'use_bucket{of="seats",le="1"} 6e+06',
      'use_bucket{of="seats",le="+Inf"} 1e+07',
      'use_sum{of="seats"} 1.05e+07',
      'use_count{of="seats"} 1e+07',
    ]);
  });
});
