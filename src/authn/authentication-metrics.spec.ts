import { MetricsRegistry } from '../observability/index.js';
import type { ObservedAuthentication, ObservedRequest } from '../request/index.js';
import { AuthenticationMetrics } from './authentication-metrics.js';

describe('AuthenticationMetrics', () => {
  it('counts outcomes, and accepted callers by a closed set of users', async () => {
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    const metrics = new AuthenticationMetrics(registry);
    const tell = (outcome: ObservedAuthentication['outcome'], name?: string): void => {
      const caller = name === undefined ? undefined : { name, groups: [] };
      metrics.authenticated({ caller } as ObservedRequest, { outcome, knownBy: undefined, seconds: 0.001 });
    };
    for (const name of ['admin', 'jane@example.com', 'jane', 'joe']) tell('success', name);
    tell('success');
    tell('failure', 'admin');
    tell('error');
    tell('error');
    const text = await registry.expose();
    expect(
      text.split('\n').filter((line) => /^authentica\w+(_requests|_attempts|_count)\{.* [1-9]/.test(line)),
    ).toEqual([
      'authenticated_user_requests{username="admin"} 1',
      'authenticated_user_requests{username="email_id"} 1',
      'authenticated_user_requests{username="other"} 2',
      'authentication_attempts{result="success"} 5',
      'authentication_attempts{result="failure"} 1',
      'authentication_attempts{result="error"} 2',
      'authentication_duration_seconds_count{result="success"} 5',
      'authentication_duration_seconds_count{result="failure"} 1',
      'authentication_duration_seconds_count{result="error"} 2',
    ]);
  });

  it('times authentication in buckets from a millisecond on, each twice the one before', async () => {
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    const metrics = new AuthenticationMetrics(registry);
    const request = { caller: undefined } as ObservedRequest;
    metrics.authenticated(request, { outcome: 'failure', knownBy: undefined, seconds: 0.001 });
    const lines = (await registry.expose()).matchAll(/_seconds_bucket\{result="failure",le="([^"]*)"\} (\d)/g);
    const bounds = Array.from({ length: 15 }, (_, i) => [String(2 ** i / 1000), '1']);
    expect([...lines].map(([, le, count]) => [le, count])).toEqual([...bounds, ['+Inf', '1']]);
  });
});
