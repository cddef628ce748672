import { MetricsRegistry } from '../observability/index.js';
import { AuthenticationMetrics } from './authentication-metrics.js';

describe('AuthenticationMetrics', () => {
  it('counts what comes of asking, at once or later, by a closed set of users', async () => {
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    const metrics = new AuthenticationMetrics(registry);
    const user = (name: string) => ({ user: { name, groups: [] } });
    expect(metrics.measure(() => user('admin'))).toEqual(user('admin'));
    expect(await metrics.measure(async () => user('jane@example.com'))).toEqual(user('jane@example.com'));
    await metrics.measure(async () => user('jane'));
    expect(metrics.measure(() => undefined)).toBeUndefined();
    const fail = (): never => {
      throw new Error('wrong');
    };
    expect(() => metrics.measure(fail)).toThrow('wrong');
    await expect(metrics.measure(async () => fail())).rejects.toThrow('wrong');
    const text = await registry.expose();
    expect(
      text.split('\n').filter((line) => /^authentica\w+(_requests|_attempts|_count)\{.* [1-9]/.test(line)),
    ).toEqual([
      'authenticated_user_requests{username="admin"} 1',
      'authenticated_user_requests{username="email_id"} 1',
      'authenticated_user_requests{username="other"} 1',
      'authentication_attempts{result="success"} 3',
      'authentication_attempts{result="failure"} 1',
      'authentication_attempts{result="error"} 2',
      'authentication_duration_seconds_count{result="success"} 3',
      'authentication_duration_seconds_count{result="failure"} 1',
      'authentication_duration_seconds_count{result="error"} 2',
    ]);
  });
});
