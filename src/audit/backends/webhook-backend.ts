import type { Clock } from '../../observability/index.js';
import {
  type ConnectionSource,
  OutboundClient,
  OutboundError,
  type OutboundMetrics,
  retry,
} from '../../outbound/index.js';
import type { Losses, Sink } from '../sink.js';

/** The dependencies of the webhook backend. */
export interface WebhookBackendParts<T> {
  readonly source: ConnectionSource;
  /** Milliseconds before the first retry. */
  readonly initialBackoff: number;
  readonly clock: Clock;
  /** The body of a request with records. */
  readonly bodyOf: (records: readonly T[]) => string;
  readonly metrics: Losses<T>;
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

/** Sends records to a webhook (upstream: audit's webhook backend). */
export class WebhookBackend<T> implements Sink<T> {
  private readonly client: OutboundClient;

  constructor(private readonly parts: WebhookBackendParts<T>) {
    const { source, clock, outbound } = parts;
    this.client = new OutboundClient(source, { clock, metrics: outbound });
  }

  async process(events: readonly T[]): Promise<boolean> {
    try {
      await this.deliver(this.parts.bodyOf(events));
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
