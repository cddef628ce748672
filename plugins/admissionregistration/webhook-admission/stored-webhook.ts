import { type LabelSelector } from '../../../src/plugin-api/index.js';
import { loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import { ConditionMatcher } from '../evaluation/index.js';
import { MatchCriteria, type AdmissionRule } from '../matching/index.js';
import type { MatchCondition } from '../match-resources/match-resources.v1.js';
import { type ReviewVersion, reviewVersion } from '../webhook/review-answer.js';
import type { WebhookClientConfig } from '../webhook/webhook.v1.js';

/** The members that mutating and validating webhooks have in common. */
export interface WebhookDefinition {
  readonly name: string;
  readonly clientConfig: WebhookClientConfig;
  readonly rules?: readonly AdmissionRule[];
  readonly failurePolicy?: string;
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
  readonly matchPolicy?: string;
  readonly matchConditions?: readonly MatchCondition[];
  /** Only mutating ones have it. */
  readonly reinvocationPolicy?: string;
}

/** The default of the API, for stored objects of before it. */
const TIMEOUT_SECONDS = 10;
const WITHOUT_SIDE_EFFECTS: readonly (string | undefined)[] = ['None', 'NoneOnDryRun'];

/** A webhook of a stored configuration, prepared for requests. */
export class StoredWebhook {
  readonly criteria: MatchCriteria;
  /** Distinguishes it from all others, also where a configuration has two of a name. */
  readonly id: string;
  /** Milliseconds it has for an answer. */
  readonly timeout: number;
  readonly version: ReviewVersion | undefined;
  /** True: requests proceed where it gives no usable answer. */
  readonly isIgnoredOnFailure: boolean;
  readonly allowsDryRun: boolean;
  readonly isReinvoked: boolean;
  private matcher: Promise<ConditionMatcher> | undefined;

  constructor(
    readonly configuration: string,
    readonly definition: WebhookDefinition,
    /** Its place among all webhooks, by which annotations name it. */
    readonly index: number,
  ) {
    const {
      name,
      failurePolicy,
      sideEffects,
      timeoutSeconds = TIMEOUT_SECONDS,
      matchPolicy = 'Equivalent',
    } = definition;
    const { rules, namespaceSelector, objectSelector } = definition;
    this.criteria = new MatchCriteria({ rules, matchPolicy, namespaceSelector, objectSelector });
    this.id = `${configuration}/${name}/${index}`;
    this.timeout = timeoutSeconds * 1000;
    this.version = reviewVersion(definition.admissionReviewVersions ?? []);
    this.isIgnoredOnFailure = failurePolicy === 'Ignore';
    this.allowsDryRun = WITHOUT_SIDE_EFFECTS.includes(sideEffects);
    this.isReinvoked = definition.reinvocationPolicy === 'IfNeeded';
  }

  get name(): string {
    return this.definition.name;
  }

  /** Returns its match conditions, compiled once when a request first needs them; undefined where it has none. */
  conditions(): Promise<ConditionMatcher> | undefined {
    const { matchConditions = [] } = this.definition;
    return matchConditions.length === 0 ? undefined : (this.matcher ??= this.compile(matchConditions));
  }

  private async compile(matchConditions: readonly MatchCondition[]): Promise<ConditionMatcher> {
    await loadExpressionLanguage();
    return new ConditionMatcher({ matchConditions, failurePolicy: this.definition.failurePolicy });
  }
}
