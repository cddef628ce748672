import type { CounterChild, MetricsRegistry } from '../observability/index.js';
import type { UserInfo } from '../request/index.js';
import type { AllowedSubject, AuthorizerStatistics } from './inspected-access.js';
import type { DecisionStep, TracingAuthorizer } from './decision-steps.js';
import {
  type AuthorizationAttributes,
  Authorizer,
  type Decision,
  type RuleResolver,
  type UserRules,
} from './authorizer.js';

/** An authorizer that also lists rules; what else it can be asked is for administrators. */
export type ClosableAuthorizer = Authorizer &
  RuleResolver & {
    close?(): void;
    /** Decides, and explains the decision. */
    explain?(attributes: AuthorizationAttributes): Promise<Explanation>;
    /** Returns the subjects that are allowed the request; if absent, the authorizer may allow unknown subjects. */
    whoMay?(attributes: AuthorizationAttributes): AllowedSubject[] | Promise<AllowedSubject[]>;
    /** Forgets kept answers about a user, or all. */
    forget?(user?: string): number;
    /** How many answers are kept. */
    readonly keptAnswers?: number;
  };

/** A decision and what led to it. */
export type Explanation = Pick<DecisionStep, 'review' | 'isKept' | 'isExcluded'> & { readonly decision: Decision };

/** Counts what an authorizer allows and denies, by its type and name. */
export class InstrumentedAuthorizer extends Authorizer implements RuleResolver, TracingAuthorizer {
  private readonly allowed: CounterChild;
  private readonly denied: CounterChild;

  readonly type: string;
  readonly name: string;
  /** Present where the authorizer narrows lists. */
  override readonly filter?: Authorizer['filter'];

  constructor(
    readonly inner: ClosableAuthorizer,
    { type, name, metrics }: { readonly type: string; readonly name: string; readonly metrics: MetricsRegistry },
  ) {
    super();
    this.type = type;
    this.name = name;
    this.filter = inner.filter?.bind(inner);
    const decisions = metrics.counter({
      name: 'apiserver_authorization_decisions_total',
      help: 'Decisions by the authorizer that made them.',
      labels: ['decision', 'name', 'type'],
      releases: { since: '1.29' },
    });
    this.allowed = decisions.labels('allowed', name, type);
    this.denied = decisions.labels('denied', name, type);
  }

  authorize(attributes: AuthorizationAttributes): Decision | Promise<Decision> {
    const decision = this.inner.authorize(attributes);
    return decision instanceof Promise ? decision.then((late) => this.count(late)) : this.count(decision);
  }

  async trace(attributes: AuthorizationAttributes): Promise<DecisionStep[]> {
    const { type, name, inner } = this;
    const explained = inner.explain ? await inner.explain(attributes) : { decision: await inner.authorize(attributes) };
    const { decision, ...details } = explained;
    return [{ type, name, ...this.count(decision), ...details }];
  }

  /** Returns the counters since the start. */
  statistics(): AuthorizerStatistics {
    const { type, name, inner } = this;
    const kept = inner.keptAnswers === undefined ? {} : { kept: inner.keptAnswers };
    return { type, name, allowed: this.allowed.value, denied: this.denied.value, ...kept };
  }

  rulesFor(user: UserInfo, namespace: string): UserRules | Promise<UserRules> {
    return this.inner.rulesFor(user, namespace);
  }

  close(): void {
    this.inner.close?.();
  }

  private count(decision: Decision): Decision {
    if (decision.verdict === 'Allow') this.allowed.increment();
    else if (decision.verdict === 'Deny') this.denied.increment();
    return decision;
  }
}
