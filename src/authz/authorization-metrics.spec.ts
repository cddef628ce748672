import { MetricsRegistry } from '../observability/index.js';
import { AuthorizationMetrics } from './authorization-metrics.js';

describe('AuthorizationMetrics', () => {
  it('counts decisions and their time by result', async () => {
    const registry = new MetricsRegistry();
    const metrics = new AuthorizationMetrics(registry);
    const verdicts = ['Allow', 'Allow', 'Deny', 'NoOpinion'] as const;
    for (const verdict of verdicts) metrics.authorized({} as never, { verdict, seconds: 0.003 } as never);
    const text = await registry.expose();
    for (const [result, count] of [
      ['allowed', 2],
      ['denied', 1],
      ['no-opinion', 1],
    ] as const) {
      expect(text).toContain(`authorization_attempts_total{result="${result}"} ${count}\n`);
      expect(text).toContain(`authorization_duration_seconds_sum{result="${result}"} ${0.003 * count}\n`);
    }
    const bounds = [...text.matchAll(/authorization_duration_seconds_bucket\{result="denied",le="([^"]+)"\} (\d)/g)];
    expect(bounds.map(([, bound]) => bound)).toEqual([
      ...['0.001', '0.002', '0.004', '0.008', '0.016', '0.032', '0.064', '0.128', '0.256', '0.512'],
      ...['1.024', '2.048', '4.096', '8.192', '16.384', '+Inf'],
    ]);
    expect(bounds.map(([, , count]) => count).join('')).toBe('0011111111111111');
  });
});
