import { FakeWebhook } from '../../../test/support/fake-webhook.js';
import { MetricsRegistry, SystemClock } from '../../observability/index.js';
import { OutboundMetrics, PLAIN_TLS, fixedConnection } from '../../outbound/index.js';
import { AuditEvent, eventList } from '../events/audit-event.js';
import { RequestFacts } from '../events/request-facts.js';
import { WebhookBackend } from './webhook-backend.js';

function eventOf(id: string): AuditEvent {
  const source = {
    id,
    level: 'Metadata' as const,
    uri: '/',
    verb: 'get',
    user: undefined,
    userAgent: '',
    receivedAt: 0,
  };
  const facts = { stage: 'ResponseComplete' as const, at: 0, annotations: new Map() };
  return new AuditEvent(new RequestFacts({ ...source, sourceIps: [] }), facts);
}

describe('WebhookBackend', () => {
  let webhook: FakeWebhook;
  let retries: AbortController;
  const lost: string[] = [];

  function open(): WebhookBackend<AuditEvent> {
    return new WebhookBackend({
      source: fixedConnection({ server: `${webhook.url}/audit`, tls: PLAIN_TLS, proxyUrl: '' }, {}),
      initialBackoff: 1,
      bodyOf: eventList,
      clock: new SystemClock(),
      metrics: { lose: (plugin, reason, events) => void lost.push(`${plugin}: ${reason}: ${events.length}`) },
      outbound: new OutboundMetrics(new MetricsRegistry()),
      signal: retries.signal,
    });
  }

  beforeEach(async () => {
    webhook = await FakeWebhook.start();
    retries = new AbortController();
    lost.length = 0;
  });
  afterEach(() => webhook.close());

  it('posts events as a list, whose items name no type, and needs no body in the answer', async () => {
    webhook.answer = (_, response) => void response.writeHead(204).end();
    const backend = open();
    expect(await backend.process([eventOf('a'), eventOf('b')])).toBe(true);
    await backend.close();
    expect(webhook.asked).toMatchObject([
      { method: 'POST', url: '/audit?timeout=30s', headers: { 'content-type': 'application/json' } },
    ]);
    const list = JSON.parse(webhook.asked[0].body) as { items: object[] };
    expect(list).toMatchObject({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', metadata: {} });
    expect(list.items).toEqual([eventOf('a'), eventOf('b')].map(({ itemJson }) => JSON.parse(itemJson) as object));
  });

  it('tries again after any failure', async () => {
    let attempts = 0;
    webhook.answer = (_, response) => void response.writeHead(++attempts < 3 ? 403 : 200).end();
    const backend = open();
    expect(await backend.process([eventOf('a')])).toBe(true);
    await backend.close();
    expect(attempts).toBe(3);
  });

  it('loses events after five attempts, and counts them', async () => {
    webhook.answer = (_, response) => void response.writeHead(500).end();
    const backend = open();
    expect(await backend.process([eventOf('a'), eventOf('b')])).toBe(false);
    await backend.close();
    expect(webhook.asked).toHaveLength(5);
    expect(lost).toEqual(['webhook: the answer has status code 500: 2']);
  });

  it('makes no further attempts when retries are ended', async () => {
    webhook.answer = (_, response) => {
      retries.abort();
      response.writeHead(500).end();
    };
    const backend = open();
    expect(await backend.process([eventOf('a')])).toBe(false);
    await backend.close();
    expect(webhook.asked).toHaveLength(1);
  });
});
