import type { Clock, CounterFamily, Logger, MetricsRegistry } from '../../observability/index.js';
import {
  type ConnectionSource,
  OutboundError,
  OutboundMetrics,
  ReviewClient,
  type ReviewClientSettings,
} from '../../outbound/index.js';
import { commonAudiences } from '../audiences.js';
import { TokenAuthenticator } from '../authenticator.js';
import { CredentialError } from '../credential-error.js';
import { digestReview } from '../tokens/token-digest.js';
import type { TokenResult } from '../tokens/token-result.js';
import { ReviewCache } from './review-cache.js';
import { type ReviewVersion, type ReviewedToken, readTokenReview, tokenReview } from './token-review.js';

/** How a webhook is asked, and for how long its answers count. */
export interface WebhookTokenSettings {
  readonly source: ConnectionSource;
  readonly version: ReviewVersion;
  /** Milliseconds that answers are remembered; 0 asks for every request. */
  readonly cacheTtl: number;
  /** The audiences of this server. */
  readonly audiences: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
  /** How attempts are made, where not as the reference makes them. */
  readonly attempts?: Partial<Pick<ReviewClientSettings, 'timeout' | 'backoff'>>;
}

/** Milliseconds for one attempt. */
const TIMEOUT = 30_000;
/** Reviews under way at a time; more are refused at once. */
const MAX_IN_FLIGHT = 1024;

/**
 * Asks a webhook who a token belongs to (upstream: WebhookTokenAuthenticator). Equal reviews are asked once at a time.
 * Where there is no answer the token is refused.
 */
export class WebhookTokenAuthenticator extends TokenAuthenticator {
  private readonly client: ReviewClient;
  private readonly cache: ReviewCache<ReviewedToken>;
  private readonly inFlight = new Map<string, Promise<ReviewedToken | undefined>>();
  private readonly attempts: CounterFamily;

  constructor(private readonly settings: WebhookTokenSettings) {
    super();
    const { clock, metrics, source, cacheTtl } = settings;
    this.cache = new ReviewCache(cacheTtl, clock);
    this.attempts = metrics.counter({
      name: 'binnacle_authentication_webhook_attempts_total',
      help: 'Attempts to ask the webhook for tokens, by result.',
      labels: ['result'],
    });
    this.client = new ReviewClient(source, {
      clock,
      metrics: new OutboundMetrics(metrics),
      timeout: TIMEOUT,
      ...settings.attempts,
      onAttempt: ({ result }) => this.attempts.labels(result).increment(),
    });
  }

  async authenticateToken(token: string, wanted: readonly string[]): Promise<TokenResult | undefined> {
    const key = digestReview(token, wanted);
    const known = this.cache.find(key);
    const reviewed = known ? known.value : await this.review(key, token, wanted);
    if (!reviewed) return undefined;
    const granted = reviewed.audiences.length > 0 ? reviewed.audiences : this.settings.audiences;
    // Unlike other authenticators, in the order of the webhook's answer.
    const audiences = commonAudiences(granted, wanted);
    // Without its own audiences, a server takes tokens for whatever the webhook does.
    if (wanted.length > 0 && audiences.length === 0) return undefined;
    // Callers may cache the result as long as the response is valid, and not longer.
    const { clock, cacheTtl } = this.settings;
    const rest = known ? known.until - clock.monotonic() : cacheTtl;
    return { user: reviewed.user, audiences, validUntil: clock.now() + rest, knownBy: 'token webhook' };
  }

  /** Stops asking. */
  close(): void {
    void this.client.close();
  }

  private review(key: string, token: string, wanted: readonly string[]): Promise<ReviewedToken | undefined> {
    const underWay = this.inFlight.get(key);
    if (underWay) return underWay;
    if (this.inFlight.size >= MAX_IN_FLIGHT) throw new CredentialError('the token webhook is asked too much at once');
    const asking = this.ask(token, wanted)
      .then((reviewed) => {
        this.cache.remember(key, reviewed);
        return reviewed;
      })
      .finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, asking);
    return asking;
  }

  private async ask(token: string, wanted: readonly string[]): Promise<ReviewedToken | undefined> {
    const { version, logger } = this.settings;
    try {
      return readTokenReview(await this.client.review(tokenReview(version, token, wanted)), version);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      logger.error('a call to the token webhook failed', { fault: error.fault, reason: error.message });
      throw new CredentialError(`a call to the token webhook failed: ${error.message}`);
    }
  }
}
