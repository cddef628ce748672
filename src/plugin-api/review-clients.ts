import { Inject, Injectable } from '@nestjs/common';
import { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import { KubeconfigSource, OutboundMetrics, ReviewClient, WEBHOOK_BACKOFF } from '../outbound/index.js';

/**
 * Timing of the attempts to send a review, in milliseconds.
 *
 * @internal
 * @example
 * const patient: ReviewTiming = { timeout: 30_000, retryBackoff: 500 };
 */
export interface ReviewTiming {
  /** For one attempt. */
  readonly timeout: number;
  /** Before the second attempt; the later ones wait longer. */
  readonly retryBackoff: number;
}

/**
 * Opens clients that send reviews to the server of a kubeconfig file, which is read again when it changes. Every plugin may
 * inject it.
 *
 * @internal
 * @example
 * class Notices { constructor(@Inject(ReviewClients) private readonly reviews: ReviewClients) {} }
 */
@Injectable()
export class ReviewClients {
  private readonly metrics: OutboundMetrics;

  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Logger) private readonly logger: Logger,
    @Inject(MetricsRegistry) registry: MetricsRegistry,
  ) {
    this.metrics = new OutboundMetrics(registry);
  }

  /** Opens a client; the caller closes it. Fails with an Error that says what is wrong with the file. */
  async open(kubeConfigFile: string, { timeout, retryBackoff }: ReviewTiming): Promise<ReviewClient> {
    const { clock, logger, metrics } = this;
    const onExec = (exitCode: number | undefined): void => metrics.observeExec(exitCode);
    const source = await KubeconfigSource.open(kubeConfigFile, { clock, logger, onExec });
    return new ReviewClient(source, {
      clock,
      metrics,
      timeout,
      backoff: { ...WEBHOOK_BACKOFF, duration: retryBackoff },
    });
  }
}
