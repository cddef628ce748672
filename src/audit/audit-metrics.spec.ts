import { createLogger, MetricsRegistry } from '../observability/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import { AuditMetrics } from './audit-metrics.js';
import { AuditEvent } from './events/audit-event.js';
import { RequestFacts } from './events/request-facts.js';

function eventOf(uri: string): AuditEvent {
  const source = {
    id: 'x',
    level: 'Metadata' as const,
    uri,
    verb: 'get',
    user: undefined,
    userAgent: '',
    receivedAt: 0,
  };
  const facts = { stage: 'ResponseComplete' as const, at: 0, annotations: new Map() };
  return new AuditEvent(new RequestFacts({ ...source, sourceIps: [] }), facts);
}

describe('AuditMetrics', () => {
  it('counts every loss, and logs one a second, cut and without objects', async () => {
    const lines: string[] = [];
    const clock = new FakeClock();
    const registry = new MetricsRegistry();
    const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
    const metrics = new AuditMetrics(registry, logger, clock);
    const many = Array.from({ length: 20 }, () => eventOf(`/${'u'.repeat(5000)}`));
    metrics.lose('log', 'no space', many);
    metrics.lose('log', 'no space', many);
    clock.advance(1000);
    metrics.lose('webhook', 'timeout', many.slice(0, 1));
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { plugin: 'log', count: 20, reason: 'no space' },
      { plugin: 'webhook', count: 1 },
    ]);
    expect(lines[0].length).toBeLessThan(12_000);
    const text = await registry.expose();
    expect(text).toContain('apiserver_audit_error_total{plugin="log"} 40');
    expect(text).toContain('apiserver_audit_error_total{plugin="webhook"} 1');
    expect(text).toContain('apiserver_audit_event_total 0');
  });
});
