import type { Clock } from '../../observability/index.js';
import {
  type ConnectionSource,
  OutboundClient,
  OutboundError,
  type OutboundMetrics,
  retry,
} from '../../outbound/index.js';
import type { AuditMetrics } from '../audit-metrics.js';
import type { AuditEvent } from '../events/audit-event.js';
import type { AuditSink } from '../sink.js';

/** The dependencies of the webhook backend. */
export interface WebhookBackendParts {
  readonly source: ConnectionSource;
  /** Milliseconds before the first retry. */
  readonly initialBackoff: number;
  readonly clock: Clock;
  readonly metrics: Pick<AuditMetrics, 'lose'>;
  readonly outbound: OutboundMetrics;
  /** Ends retries. */
  readonly signal: AbortSignal;
}

/** For one attempt (upstream: defaultRequestTimeout of webhooks). */
const TIMEOUT_MS = 30_000;
/** Of all failures: upstream, any of them may be over by the next attempt. */
const BACKOFF = { factor: 1.5, jitter: 0.2, steps: 5 };
const HEADERS = {
  accept: 'application/json, */*',
  'content-type': 'application/json',
  'user-agent': `binnacle (${process.platform}/${process.arch})`,
};
const QUERY = { timeout: '30s' };

/** Sends events to a webhook as an EventList (upstream: audit's webhook backend). */
export class WebhookBackend implements AuditSink {
  private readonly client: OutboundClient;

  constructor(private readonly parts: WebhookBackendParts) {
    const { source, clock, outbound } = parts;
    this.client = new OutboundClient(source, { clock, metrics: outbound });
  }

  async process(events: readonly AuditEvent[]): Promise<boolean> {
    try {
      await this.deliver(listOf(events));
      return true;
    } catch (error) {
      this.parts.metrics.lose('webhook', (error as Error).message, events);
      return false;
    }
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private async deliver(body: string): Promise<void> {
    const { clock, initialBackoff, signal } = this.parts;
    const backoff = { ...BACKOFF, duration: initialBackoff };
    await retry(() => this.attempt(body), { clock, backoff, signal, waitAfter: () => 0 });
  }

  private async attempt(body: string): Promise<void> {
    const request = { method: 'POST', query: QUERY, headers: HEADERS, body, timeout: TIMEOUT_MS } as const;
    const { status } = await this.client.send(request);
    if (status < 200 || status > 206)
      throw new OutboundError('status', `the answer has status code ${status}`, { status });
  }
}

function listOf(events: readonly AuditEvent[]): string {
  const items = events.map(({ itemJson }) => itemJson).join();
  return `{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[${items}]}`;
}
