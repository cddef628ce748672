import type { CounterChild, MetricsRegistry } from '../observability/index.js';
import type { UserInfo } from '../request/index.js';
import {
  type AuthorizationAttributes,
  Authorizer,
  type Decision,
  type RuleResolver,
  type UserRules,
} from './authorizer.js';

/** An authorizer that also lists rules, and may have something to close. */
export type ClosableAuthorizer = Authorizer & RuleResolver & { close?(): void };

/** Counts what an authorizer allows and denies, by its type and name. */
export class InstrumentedAuthorizer extends Authorizer implements RuleResolver {
  private readonly allowed: CounterChild;
  private readonly denied: CounterChild;

  constructor(
    readonly inner: ClosableAuthorizer,
    { type, name, metrics }: { readonly type: string; readonly name: string; readonly metrics: MetricsRegistry },
  ) {
    super();
    const decisions = metrics.counter({
      name: 'apiserver_authorization_decisions_total',
      help: 'Decisions by the authorizer that made them.',
      labels: ['decision', 'name', 'type'],
    });
    this.allowed = decisions.labels('allowed', name, type);
    this.denied = decisions.labels('denied', name, type);
  }

  authorize(attributes: AuthorizationAttributes): Decision | Promise<Decision> {
    const decision = this.inner.authorize(attributes);
    return decision instanceof Promise ? decision.then((late) => this.count(late)) : this.count(decision);
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
