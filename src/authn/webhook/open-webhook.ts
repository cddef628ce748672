import type { Clock, Logger, MetricsRegistry } from '../../observability/index.js';
import { type ApiServerOptions, OptionsError } from '../../options/index.js';
import { KubeconfigSource, OutboundMetrics } from '../../outbound/index.js';
import type { ReviewVersion } from './token-review.js';
import { WebhookTokenAuthenticator } from './webhook-token.authenticator.js';

/** The dependencies of the webhook that the options configure. */
export interface WebhookParts {
  readonly options: ApiServerOptions;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
}

/** Makes the webhook that the options name, if they do. Throws OptionsError where its file cannot be used. */
export async function openWebhook(parts: WebhookParts): Promise<WebhookTokenAuthenticator | undefined> {
  const { options, clock, logger, metrics } = parts;
  const { tokenWebhookConfigFile: path, tokenWebhookVersion, tokenWebhookCacheTtl: cacheTtl } = options.authentication;
  if (path === '') return undefined;
  const outbound = new OutboundMetrics(metrics);
  const onExec = (exitCode: number | undefined): void => outbound.observeExec(exitCode);
  const source = await KubeconfigSource.open(path, { clock, logger, onExec }).catch((error: unknown) => {
    const option = `--authentication-token-webhook-config-file: ${path}`;
    const remedy = 'Give a kubeconfig whose current context leads to the webhook.';
    throw new OptionsError([{ option, message: (error as Error).message.split('\n')[0], remedy }]);
  });
  const version = tokenWebhookVersion as ReviewVersion;
  return new WebhookTokenAuthenticator({
    source,
    version,
    cacheTtl,
    audiences: options.apiAudiences,
    clock,
    logger,
    metrics,
  });
}
