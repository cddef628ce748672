import { describeWebhookCaller } from '../../test/contract/webhook-caller.contract.js';
import { FakeWebhook } from '../../test/support/fake-webhook.js';
import { MetricsRegistry, SystemClock } from '../observability/index.js';
import { fixedConnection, PLAIN_TLS } from './connection.js';
import { OutboundError } from './outbound-error.js';
import { OutboundMetrics } from './outbound-metrics.js';
import { type AttemptOutcome, ReviewClient, type ReviewClientSettings } from './review-client.js';

const QUICK = { duration: 1, factor: 1, jitter: 0, steps: 5 };

function clientOf(server: string, settings: Partial<ReviewClientSettings> = {}): ReviewClient {
  const parts = { clock: new SystemClock(), metrics: new OutboundMetrics(new MetricsRegistry()), environment: {} };
  const source = fixedConnection({ server, tls: PLAIN_TLS, proxyUrl: '' }, { authorization: 'Bearer secret' });
  return new ReviewClient(source, { ...parts, timeout: 60_000, backoff: QUICK, ...settings });
}

describeWebhookCaller('ReviewClient', {
  open: async (server) => {
    const client = clientOf(server, { timeout: 2000 });
    return { ask: () => client.review({ kind: 'Review' }), close: () => client.close() };
  },
  expectFailure: (outcome) => expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(OutboundError) }),
});

describe('ReviewClient.review()', () => {
  let webhook: FakeWebhook;
  beforeEach(async () => (webhook = await FakeWebhook.start()));
  afterEach(() => webhook.close());

  it('posts the review as JSON to the path of the server, and reads what is answered', async () => {
    webhook.answerJson(({ body }) => ({ echo: JSON.parse(body) as unknown }));
    const client = clientOf(`${webhook.url}/authorize`, { timeout: 61_000 });
    expect(await client.review({ kind: 'Review' })).toEqual({ echo: { kind: 'Review' } });
    expect(webhook.asked).toMatchObject([
      {
        method: 'POST',
        url: '/authorize?timeout=61s',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, */*',
          authorization: 'Bearer secret',
        },
      },
    ]);
    await client.close();
  });

  it('uses connections again', async () => {
    webhook.answerJson(() => ({}));
    const client = clientOf(webhook.url);
    for (let i = 0; i < 20; i++) await client.review({});
    expect(webhook.asked).toHaveLength(20);
    expect(webhook.connections).toBeLessThanOrEqual(2);
    await client.close();
  });

  it.each([500, 504, 429])('asks again after %d, five times in all', async (status) => {
    webhook.answerJson(() => ({}), status);
    const outcomes: AttemptOutcome[] = [];
    const client = clientOf(webhook.url, { onAttempt: (outcome) => outcomes.push(outcome) });
    await expect(client.review({})).rejects.toThrow(`the answer has status code ${status}`);
    expect([webhook.asked.length, outcomes.map(({ result }) => result)]).toEqual([5, Array(5).fill('status')]);
    await client.close();
  });

  it('counts what it asks again, by what was answered before', async () => {
    const answers = [503, 429];
    webhook.answer = (_, response) => {
      const status = answers.shift();
      if (status === undefined) response.end('{}');
      else response.writeHead(status, { 'retry-after': '0' }).end();
    };
    const registry = new MetricsRegistry();
    const client = clientOf(webhook.url, { metrics: new OutboundMetrics(registry) });
    await client.review({});
    const { host } = new URL(webhook.url);
    const lines = (await registry.expose())
      .split('\n')
      .filter((line) => line.startsWith('rest_client_request_retries'));
    expect(lines).toEqual([
      `rest_client_request_retries_total{code="503",host="${host}",verb="POST"} 1`,
      `rest_client_request_retries_total{code="429",host="${host}",verb="POST"} 1`,
    ]);
    await client.close();
  });

  it.each([400, 401, 403, 404, 503])('does not ask again after %d', async (status) => {
    webhook.answerJson(() => ({}), status);
    const client = clientOf(webhook.url);
    await expect(client.review({})).rejects.toMatchObject({ fault: 'status', status });
    expect(webhook.asked).toHaveLength(1);
    await client.close();
  });

  it('asks again where the server says when', async () => {
    let left = 2;
    webhook.answer = (_, response) =>
      void (left-- > 0 ? response.writeHead(503, { 'retry-after': '0' }).end() : response.end('{"is":"there"}'));
    const client = clientOf(webhook.url);
    expect(await client.review({})).toEqual({ is: 'there' });
    await client.close();
  });

  it('gives up when all attempts together take too long', async () => {
    webhook.answerJson(() => ({}), 500);
    const client = clientOf(webhook.url, { totalTimeout: 2000, backoff: { ...QUICK, duration: 10_000 } });
    await expect(client.review({})).rejects.toThrow('the answer has status code 500');
    expect(webhook.asked).toHaveLength(1);
    await client.close();
  });
});
