import { jest } from '@jest/globals';
import { createLogger, MetricsRegistry } from '../../../observability/index.js';
import { FakeClock } from '../../../testing/fake-clock.js';
import { DataKeyMetrics } from './data-key-metrics.js';
import { KmsProvider } from './kms.provider.js';
import { KmsClient } from './kms-client.js';

/** A service that seals by repeating. */
class RepeatingKms extends KmsClient {
  status = async () => ({ version: 'v2', healthz: 'ok', keyId: 'k' });
  encrypt = async (ciphertext: Buffer) => ({ ciphertext, keyId: 'k', annotations: new Map<string, Buffer>() });
  decrypt = async ({ ciphertext }: { ciphertext: Buffer }) => ciphertext;
  close(): void {}
}

describe('DataKeyMetrics', () => {
  let registry: MetricsRegistry;
  let keyMetrics: DataKeyMetrics;

  beforeEach(() => {
    registry = new MetricsRegistry({ isWithoutProcess: true });
    keyMetrics = new DataKeyMetrics(registry);
  });

  it('times the key of a provider', async () => {
    const logger = createLogger({ isEnabled: false });
    const provider = new KmsProvider({
      name: 'one',
      client: new RepeatingKms(),
      clock: new FakeClock(),
      logger,
      keyMetrics,
    });
    await provider.start();
    provider.close();
    const text = await registry.expose();
    expect(text).toContain('apiserver_storage_data_key_generation_duration_seconds_count 1\n');
    expect(text).toContain('apiserver_storage_data_key_generation_failures_total 0\n');
  });

  it('measures in seconds, in buckets of which each is twice the one before', async () => {
    jest.useFakeTimers();
    jest.advanceTimersByTime(1000);
    keyMetrics.timed(() => jest.advanceTimersByTime(2000));
    jest.useRealTimers();
    const text = await registry.expose();
    expect(text).toContain('apiserver_storage_data_key_generation_duration_seconds_sum 2\n');
    const bounds = [...text.matchAll(/_seconds_bucket\{le="([^"+]+)"\}/g)].map(([, bound]) => Number(bound));
    expect(bounds).toEqual(Array.from({ length: 14 }, (_, i) => (5 * 2 ** i) / 1_000_000));
  });

  it('counts keys that could not be made', async () => {
    const fail = (): never => {
      throw new Error('no randomness');
    };
    expect(() => keyMetrics.timed(fail)).toThrow('no randomness');
    const text = await registry.expose();
    expect(text).toContain('apiserver_storage_data_key_generation_failures_total 1\n');
    expect(text).toContain('apiserver_storage_data_key_generation_duration_seconds_count 0\n');
  });
});
