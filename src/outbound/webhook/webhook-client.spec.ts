import { TestAuthority } from '../../../test/support/authority.js';
import { FakeWebhook } from '../../../test/support/fake-webhook.js';
import { MetricsRegistry, SystemClock } from '../../observability/index.js';
import { OutboundMetrics } from '../outbound-metrics.js';
import { WebhookClient } from './webhook-client.js';

describe('WebhookClient.post()', () => {
  it.each([
    ['names its server in its subject only', {}, 'missing-san'],
    ['is signed by SHA-1', { hash: 'SHA-1', hosts: ['localhost'] }, 'insecure-sha1'],
  ])('says when a certificate %s', async (_, request, sort) => {
    const authority = await TestAuthority.create('webhooks');
    const { cert, key } = await authority.issue({ name: 'CN=localhost', usage: 'server', ...request });
    const server = await FakeWebhook.start({ cert, key, ciphers: 'DEFAULT@SECLEVEL=0' });
    const url = server.url.replace('127.0.0.1', 'localhost');
    const parts = { clock: new SystemClock(), metrics: new OutboundMetrics(new MetricsRegistry()), environment: {} };
    const caBundle = Buffer.from(authority.pem).toString('base64');
    const client = new WebhookClient({ url, caBundle }, { ...parts, services: undefined as never });
    await expect(client.post('{}', { timeout: 5000 })).rejects.toMatchObject({
      auditAnnotation: [`${sort}.invalid-cert.kubernetes.io/localhost`, expect.any(String)],
    });
    await client.close();
    await server.close();
  });
});
