import type { Clock, Logger } from '../../observability/index.js';
import { type AttemptOutcome, OutboundError, type ReviewAnswer } from '../../outbound/index.js';
import {
  type AuthorizationAttributes,
  Authorizer,
  type Decision,
  type RuleResolver,
  type UserRules,
} from '../authorizer.js';
import type { RequestMatcher } from '../conditions/match-conditions.js';
import { type ReviewSettings, reviewSpecOf } from '../conditions/review-spec.js';
import type { WebhookConfiguration } from '../configuration/authorization-configuration.js';
import type { Explanation } from '../instrumented.authorizer.js';
import { decisionOf, reviewOf, statusOf } from './access-review.js';
import { ExpiringCache } from './expiring-cache.js';
import type { WebhookMetrics, WebhookResult } from './webhook-metrics.js';

/** Sends reviews. */
export interface Reviewer {
  /** Fails with OutboundError when there is no answer. */
  review(review: object): Promise<ReviewAnswer>;
  close(): Promise<void>;
}

/** The dependencies of a webhook authorizer. */
export interface WebhookParts extends ReviewSettings {
  readonly name: string;
  readonly configuration: Omit<WebhookConfiguration, 'kubeConfigFile' | 'matchConditions' | 'timeout'>;
  readonly matcher?: RequestMatcher;
  readonly reviewer: Reviewer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: WebhookMetrics;
}

/** An answer, what it answers, and whose it is. */
interface Judgement {
  readonly user: string;
  readonly decision: Decision;
}

/** Maximum size of a review's attributes, in characters, for its response to be cached. */
const MOST_KEPT = 10_000;
const MOST_ENTRIES = 8192;
const NO_OPINION: Decision = { verdict: 'NoOpinion', reason: '' };

/** Asks a webhook (mode Webhook). Answers are kept for some time, and equal questions are asked once at a time. */
export class WebhookAuthorizer extends Authorizer implements RuleResolver {
  private readonly kept: ExpiringCache<Judgement>;
  private readonly asking = new Map<string, Promise<Decision>>();
  private unlogged = 0;
  private nextLine = -Infinity;

  constructor(private readonly parts: WebhookParts) {
    super();
    this.kept = new ExpiringCache(parts.clock, MOST_ENTRIES);
  }

  authorize(attributes: AuthorizationAttributes): Decision | Promise<Decision> {
    const spec = reviewSpecOf(attributes, this.parts);
    const unmatched = this.match(spec);
    if (unmatched) return unmatched;
    const key = JSON.stringify(spec);
    const found = this.kept.get(key);
    if (found) return found.decision;
    const running = this.asking.get(key);
    if (running) return running;
    const asked = this.ask(spec, { key, attributes }).finally(() => this.asking.delete(key));
    this.asking.set(key, asked);
    return asked;
  }

  async explain(attributes: AuthorizationAttributes): Promise<Explanation> {
    const { matcher, configuration } = this.parts;
    const spec = reviewSpecOf(attributes, this.parts);
    const isExcluded = matcher !== undefined && matcher(spec).verdict !== 'match';
    const isKept = this.kept.get(JSON.stringify(spec)) !== undefined;
    const decision = await this.authorize(attributes);
    if (isExcluded) return { decision, isExcluded };
    const sent = reviewOf(spec, configuration.reviewVersion);
    return { decision, review: { ...sent, status: statusOf(decision) }, isKept };
  }

  rulesFor(): UserRules {
    const errors = ['webhook authorizer does not support user rule resolution'];
    return { resourceRules: [], nonResourceRules: [], incomplete: true, errors };
  }

  /** Removes the cached responses about a user, or all; returns their number. */
  forget(user?: string): number {
    return this.kept.forget((judgement) => user === undefined || judgement.user === user);
  }

  /** How many answers are kept. */
  get keptAnswers(): number {
    return this.kept.size;
  }

  /** Closes the connections. */
  close(): void {
    void this.parts.reviewer.close();
  }

  /** The decision on a request that the webhook is not asked about. */
  private match(spec: Readonly<Record<string, unknown>>): Decision | undefined {
    const { matcher, clock, metrics, name } = this.parts;
    if (matcher === undefined) return undefined;
    const [{ errors, seconds, exclusions }, started] = [metrics.conditionsOf(name), clock.monotonic()];
    const outcome = matcher(spec);
    seconds.observe((clock.monotonic() - started) / 1000);
    if (outcome.verdict === 'failed') {
      errors.increment();
      return this.failure(outcome.reason);
    }
    if (outcome.verdict === 'match') return undefined;
    exclusions.increment();
    return NO_OPINION;
  }

  private async ask(
    spec: Readonly<Record<string, unknown>>,
    { key, attributes }: { key: string; attributes: AuthorizationAttributes },
  ): Promise<Decision> {
    const { name, metrics, reviewer, configuration } = this.parts;
    const { reviewVersion, authorizedTtl, unauthorizedTtl, failurePolicy } = configuration;
    try {
      const decision = decisionOf(await reviewer.review(reviewOf(spec, reviewVersion)), reviewVersion);
      const ttl = decision.verdict === 'Allow' ? authorizedTtl : unauthorizedTtl;
      if (mayKeep(attributes)) this.kept.set(key, { user: attributes.user.name, decision }, ttl);
      return decision;
    } catch (error) {
      const fault = OutboundError.from(error);
      this.logFailure(fault.message);
      if (failurePolicy === 'NoOpinion') metrics.observeFailOpen(name, resultOf(fault.fault));
      return this.failure(fault.message);
    }
  }

  /** While a webhook is down each request fails: one line a second summarizes them. */
  private logFailure(reason: string): void {
    const { name, clock, logger } = this.parts;
    this.unlogged++;
    if (clock.monotonic() < this.nextLine) return;
    const failures = this.unlogged;
    logger.error('a call to an authorization webhook failed', { authorizer: name, reason, failures });
    this.unlogged = 0;
    this.nextLine = clock.monotonic() + 1000;
  }

  private failure(message: string): Decision {
    const verdict = this.parts.configuration.failurePolicy;
    return { verdict, reason: `webhook authorizer ${JSON.stringify(this.parts.name)} failed: ${message}` };
  }
}

/** Returns the metric label for the result of an attempt. */
export function resultOf(result: AttemptOutcome['result']): WebhookResult {
  return result === 'success' || result === 'canceled' || result === 'timeout' ? result : 'error';
}

function mayKeep({
  namespace,
  verb,
  group,
  version,
  resource,
  subresource,
  name,
  path,
}: AuthorizationAttributes): boolean {
  const parts = [namespace, verb, group, version, resource, subresource, name, path];
  return parts.reduce((sum, part) => sum + part.length, 0) < MOST_KEPT;
}
