import type { AccessObjects } from '../access/index.js';
import { FieldPath, formatFieldErrors } from '../apimachinery/index.js';
import type { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import { type AuthorizationMode, minorOf, type ReleaseState } from '../options/index.js';
import { KubeconfigSource, OutboundMetrics, ReviewClient } from '../outbound/index.js';
import { AbacAuthorizer } from './abac/abac.authorizer.js';
import { AlwaysAllowAuthorizer, AlwaysDenyAuthorizer } from './always.authorizer.js';
import { compileMatchConditions } from './conditions/match-conditions.js';
import type { AuthorizerConfiguration } from './configuration/authorization-configuration.js';
import { type ClosableAuthorizer, InstrumentedAuthorizer } from './instrumented.authorizer.js';
import { NodeAuthorizer } from './node/index.js';
import { RbacAuthorizer } from './rbac/index.js';
import { WebhookMetrics } from './webhook/webhook-metrics.js';
import { resultOf, WebhookAuthorizer } from './webhook/webhook.authorizer.js';

/** The dependencies of authorizers. */
export interface AuthorizerParts extends ReleaseState {
  readonly objects: Pick<AccessObjects, 'follow'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
  /** The policies of mode ABAC; empty for none. */
  readonly policyFile: string;
}

type FixedMode = Exclude<AuthorizationMode, 'Webhook'>;

/**
 * Makes authorizers. Those that are no webhooks are made once, so that what they know outlasts a change of the order; a
 * webhook outlasts it if its configuration does.
 */
export class AuthorizerFactory {
  private readonly fixed = new Map<FixedMode, ClosableAuthorizer>();
  private readonly makers: Readonly<Record<FixedMode, () => ClosableAuthorizer | Promise<ClosableAuthorizer>>> = {
    ABAC: () => this.openPolicies(),
    AlwaysAllow: () => new AlwaysAllowAuthorizer(),
    AlwaysDeny: () => new AlwaysDenyAuthorizer(),
    Node: () => new NodeAuthorizer(this.parts),
    RBAC: () => new RbacAuthorizer(this.parts.objects),
  };
  private webhooks = new Map<string, WebhookAuthorizer>();
  private readonly webhookMetrics: WebhookMetrics;
  private readonly outboundMetrics: OutboundMetrics;

  constructor(private readonly parts: AuthorizerParts) {
    this.webhookMetrics = new WebhookMetrics(parts.metrics);
    this.outboundMetrics = new OutboundMetrics(parts.metrics);
  }

  /**
   * Makes the authorizers in their order. Fails with an Error that says what cannot be used, and changes nothing then.
   * Called again only once the former call has ended and its authorizers are in use.
   */
  async make(configurations: readonly AuthorizerConfiguration[]): Promise<InstrumentedAuthorizer[]> {
    const webhooks = new Map<string, WebhookAuthorizer>();
    try {
      const made: InstrumentedAuthorizer[] = [];
      for (const [i, configuration] of configurations.entries()) {
        const path = FieldPath.of('authorizers').index(i);
        const inner = await this.makeOne(configuration, { path, webhooks });
        made.push(new InstrumentedAuthorizer(inner, { ...configuration, metrics: this.parts.metrics }));
      }
      closeOthers(this.webhooks, webhooks);
      this.webhooks = webhooks;
      return made;
    } catch (error) {
      closeOthers(webhooks, this.webhooks);
      throw error;
    }
  }

  /** Closes all that were made. */
  close(): void {
    for (const authorizer of this.fixed.values()) authorizer.close?.();
    for (const webhook of this.webhooks.values()) webhook.close();
  }

  private async makeOne(
    configuration: AuthorizerConfiguration,
    { path, webhooks }: { path: FieldPath; webhooks: Map<string, WebhookAuthorizer> },
  ): Promise<ClosableAuthorizer> {
    const { type } = configuration;
    if (type === 'Webhook') {
      const key = JSON.stringify(configuration);
      const webhook = this.webhooks.get(key) ?? (await this.makeWebhook(configuration, path));
      webhooks.set(key, webhook);
      return webhook;
    }
    const found = this.fixed.get(type) ?? (await this.makers[type]());
    this.fixed.set(type, found);
    return found;
  }

  private async openPolicies(): Promise<AbacAuthorizer> {
    const { policyFile: path, clock, logger } = this.parts;
    if (path === '') throw new Error('authorizer type ABAC needs --authorization-policy-file');
    try {
      return await AbacAuthorizer.open({ path, clock, logger });
    } catch (error) {
      throw new Error(`error reading policy file ${path}, ${(error as Error).message}`, { cause: error });
    }
  }

  private async makeWebhook({ name, webhook }: AuthorizerConfiguration, path: FieldPath): Promise<WebhookAuthorizer> {
    const { clock, logger, isEnabled, release } = this.parts;
    const { kubeConfigFile, matchConditions, timeout, ...configuration } = webhook!;
    // Expressions have to be understood by the release before the served one as well.
    const compatibility = minorOf(release) - 1;
    const { matcher, errors } = await compileMatchConditions(matchConditions, path, compatibility);
    if (errors.length > 0) throw new Error(formatFieldErrors(errors));
    const onExec = (exitCode: number | undefined): void => this.outboundMetrics.observeExec(exitCode);
    const source = await KubeconfigSource.open(kubeConfigFile, { clock, logger, onExec });
    const metrics = this.webhookMetrics;
    const reviewer = new ReviewClient(source, {
      clock,
      timeout,
      metrics: this.outboundMetrics,
      onAttempt: ({ result, seconds }) => metrics.observe(name, resultOf(result), seconds),
    });
    const tellsSelectors = isEnabled('AuthorizeWithSelectors');
    return new WebhookAuthorizer({ name, configuration, matcher, reviewer, clock, logger, metrics, tellsSelectors });
  }
}

/** Closes the webhooks that another list does not have. */
function closeOthers(
  webhooks: ReadonlyMap<string, WebhookAuthorizer>,
  kept: ReadonlyMap<string, WebhookAuthorizer>,
): void {
  for (const [key, webhook] of webhooks) if (kept.get(key) !== webhook) webhook.close();
}
