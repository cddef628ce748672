import { MetricsRegistry } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { TokenAuthenticator } from '../authenticator.js';
import { RememberingAuthenticator } from './remembering.authenticator.js';
import { TokenCacheMetrics } from './token-cache-metrics.js';
import type { TokenResult } from './token-result.js';

describe('TokenCacheMetrics', () => {
  it('counts cache hits, and results of checks', async () => {
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    class Late extends TokenAuthenticator {
      async authenticateToken(token: string): Promise<TokenResult> {
        if (token === 'wrong') throw new Error('wrong');
        return { user: { name: token, groups: [] } };
      }
    }
    const metrics = new TokenCacheMetrics(registry);
    const parts = { clock: new FakeClock(), metrics, isFollowed: () => true };
    const authenticator = new RememberingAuthenticator({ inner: new Late(), ...parts });
    await authenticator.authenticateToken('a', ['api']);
    await authenticator.authenticateToken('a', ['api']);
    await expect(authenticator.authenticateToken('wrong', ['api'])).rejects.toThrow('wrong');
    // The second waits for the check of the first.
    await Promise.all([authenticator.authenticateToken('b', ['api']), authenticator.authenticateToken('b', ['api'])]);
    class Prompt extends TokenAuthenticator {
      authenticateToken(token: string): TokenResult | undefined {
        if (token === 'wrong') throw new Error('wrong at once');
        return undefined;
      }
    }
    const prompt = new RememberingAuthenticator({ inner: new Prompt(), ...parts });
    expect(() => prompt.authenticateToken('wrong', ['api'])).toThrow('wrong at once');
    expect(prompt.authenticateToken('a', ['api'])).toBeUndefined();
    const text = await registry.expose();
    for (const line of [
      'authentication_token_cache_request_total{status="hit"} 1',
      'authentication_token_cache_request_total{status="miss"} 6',
      'authentication_token_cache_fetch_total{status="ok"} 3',
      'authentication_token_cache_fetch_total{status="error"} 2',
      'authentication_token_cache_active_fetch_count{status="in_flight"} 0',
      'authentication_token_cache_request_duration_seconds_count{status="hit"} 1',
      'authentication_token_cache_request_duration_seconds_count{status="miss"} 5',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });

  it('times hits in buckets from five milliseconds to ten seconds', async () => {
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    new TokenCacheMetrics(registry).hit();
    const lines = (await registry.expose()).matchAll(/_seconds_bucket\{status="hit",le="([^"]*)"\} (\d)/g);
    const bounds = ['0.005', '0.01', '0.025', '0.05', '0.1', '0.25', '0.5', '1', '2.5', '5', '10', '+Inf'];
    expect([...lines].map(([, le, count]) => [le, count])).toEqual(bounds.map((le) => [le, '1']));
  });
});
