import { type AuthorizationAttributes, Authorizer, type Decision, RuleResolver, type UserRules } from './authorizer.js';
import type { UserInfo } from '../request/index.js';

/** Asks authorizers in order; the first that allows or denies decides. */
export class UnionAuthorizer extends Authorizer {
  constructor(private readonly members: readonly Authorizer[]) {
    super();
  }

  authorize(attributes: AuthorizationAttributes): Decision | Promise<Decision> {
    return this.ask(attributes, 0, []);
  }

  /** Stays synchronous for as long as the answers are. */
  private ask(
    attributes: AuthorizationAttributes,
    start: number,
    earlier: readonly string[],
  ): Decision | Promise<Decision> {
    const reasons = [...earlier];
    for (let i = start; i < this.members.length; i++) {
      const decision = this.members[i].authorize(attributes);
      if (decision instanceof Promise) {
        return decision.then((late) => (isFinal(late) ? late : this.ask(attributes, i + 1, withReason(reasons, late))));
      }
      if (isFinal(decision)) return decision;
      if (decision.reason !== '') reasons.push(decision.reason);
    }
    return { verdict: 'NoOpinion', reason: reasons.join('\n') };
  }
}

/** Gathers the rules of several resolvers. */
export class UnionRuleResolver extends RuleResolver {
  constructor(private readonly members: readonly RuleResolver[]) {
    super();
  }

  async rulesFor(user: UserInfo, namespace: string): Promise<UserRules> {
    const all = await Promise.all(this.members.map(async (member) => member.rulesFor(user, namespace)));
    return {
      resourceRules: all.flatMap((rules) => rules.resourceRules),
      nonResourceRules: all.flatMap((rules) => rules.nonResourceRules),
      incomplete: all.some((rules) => rules.incomplete),
      errors: all.flatMap((rules) => rules.errors),
    };
  }
}

function isFinal({ verdict }: Decision): boolean {
  return verdict !== 'NoOpinion';
}

function withReason(reasons: readonly string[], { reason }: Decision): readonly string[] {
  return reason === '' ? reasons : [...reasons, reason];
}
