import { Inject, Injectable } from '@nestjs/common';
import { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import {
  type OutboundParts,
  OutboundMetrics,
  ServiceResolver,
  WebhookClient,
  WebhookCredentials,
  type WebhookTarget,
} from '../outbound/index.js';

/**
 * Opens clients of webhooks that stored configurations name. Every plugin may inject it.
 *
 * @internal
 * @example
 * class Notices { constructor(@Inject(WebhookClients) private readonly clients: WebhookClients) {} }
 */
@Injectable()
export class WebhookClients {
  private readonly metrics: OutboundMetrics;
  @Inject(Logger) private readonly logger!: Logger;

  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(MetricsRegistry) registry: MetricsRegistry,
    @Inject(ServiceResolver) private readonly services: ServiceResolver,
  ) {
    this.metrics = new OutboundMetrics(registry);
  }

  /** Opens a client; the caller closes it. Throws a TypeError for a URL that cannot be parsed. */
  open(
    target: WebhookTarget,
    { limits, credentials }: { limits?: OutboundParts['limits']; credentials?: WebhookCredentials } = {},
  ): WebhookClient {
    const { clock, metrics, services } = this;
    return new WebhookClient(target, { clock, metrics, services, limits, credentials });
  }

  /** Reads the credentials for webhooks from a kubeconfig file. Rejects with an Error that says what is wrong with it. */
  readCredentials(path: string): Promise<WebhookCredentials> {
    const { clock, logger, metrics } = this;
    return WebhookCredentials.read(path, { clock, logger, onExec: (exitCode) => metrics.observeExec(exitCode) });
  }
}
