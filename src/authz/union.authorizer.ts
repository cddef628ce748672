import { type AuthorizationAttributes, Authorizer, type Decision, RuleResolver, type UserRules } from './authorizer.js';
import { decisionOfSteps, type DecisionStep, stepsOf, type TracingAuthorizer } from './decision-steps.js';
import { markDecision } from './object-filter.js';
import type { UserInfo } from '../request/index.js';
import { PrivilegedGroupsAuthorizer } from './privileged-groups.authorizer.js';

/** Asks authorizers in order; the first that allows or denies decides. */
export class UnionAuthorizer extends Authorizer implements TracingAuthorizer {
  private members: readonly Authorizer[];
  /** True if a member can narrow lists. */
  narrows = false;

  /** `own` are the server's, asked in this order. */
  constructor(private readonly own: readonly Authorizer[]) {
    super();
    this.members = own;
  }

  /** Returns a union in which members of privileged groups may do everything, whatever the others say. */
  static behindPrivilegedGroups(own: readonly Authorizer[]): UnionAuthorizer {
    return new UnionAuthorizer([new PrivilegedGroupsAuthorizer(), ...own]);
  }

  /** Activates those that plugins contribute: they decide what the server's own leave open. */
  use(contributed: readonly Authorizer[]): void {
    this.members = [...this.own, ...contributed];
    this.narrows = contributed.some((member) => member.filter !== undefined);
  }

  authorize(attributes: AuthorizationAttributes): Decision | Promise<Decision> {
    return this.ask(attributes, 0, []);
  }

  async trace(attributes: AuthorizationAttributes): Promise<readonly DecisionStep[]> {
    const steps: DecisionStep[] = [];
    for (const member of this.members) {
      const own = await stepsOf(member, attributes);
      steps.push(...own.map((step) => this.marked(step, member)));
      if (isFinal(decisionOfSteps(steps))) break;
    }
    return steps;
  }

  /** Stays synchronous for as long as the answers are. */
  private ask(
    attributes: AuthorizationAttributes,
    start: number,
    earlier: readonly string[],
  ): Decision | Promise<Decision> {
    let reasons = earlier;
    for (let i = start; i < this.members.length; i++) {
      const decision = this.members[i].authorize(attributes);
      if (decision instanceof Promise) return this.askOn(attributes, decision, { at: i, reasons });
      if (isFinal(decision)) return this.marked(decision, this.members[i]);
      reasons = withReason(reasons, decision);
    }
    return { verdict: 'NoOpinion', reason: reasons.join('\n') };
  }

  /** Continues when the member at a place has decided. Apart from `ask`, which needs no closure. */
  private askOn(
    attributes: AuthorizationAttributes,
    decision: Promise<Decision>,
    { at, reasons }: { readonly at: number; readonly reasons: readonly string[] },
  ): Promise<Decision> {
    const member = this.members[at];
    return decision.then((late) =>
      isFinal(late) ? this.marked(late, member) : this.ask(attributes, at + 1, withReason(reasons, late)),
    );
  }

  /** The one that allows a request is asked for its filter afterwards. */
  private marked<D extends Decision>(decision: D, member: Authorizer): D {
    return this.narrows && decision.verdict === 'Allow' ? (markDecision(decision, member) as D) : decision;
  }
}

/** Gathers the rules of several resolvers. */
export class UnionRuleResolver extends RuleResolver {
  private members: readonly RuleResolver[];

  /** `own` are the server's. */
  constructor(private readonly own: readonly RuleResolver[]) {
    super();
    this.members = own;
  }

  /** Activates those of plugins. */
  use(contributed: readonly RuleResolver[]): void {
    this.members = [...this.own, ...contributed];
  }

  async rulesFor(user: UserInfo, namespace: string): Promise<UserRules> {
    const all = await Promise.all(this.members.map(async (member) => member.rulesFor(user, namespace)));
    return {
      resourceRules: all.flatMap((rules) => rules.resourceRules),
      nonResourceRules: all.flatMap((rules) => rules.nonResourceRules),
      incomplete: all.some((rules) => rules.incomplete),
      errors: all.flatMap((rules) => rules.errors),
      missingRoles: all.flatMap(({ missingRoles = [] }) => missingRoles),
    };
  }
}

function isFinal({ verdict }: Decision): boolean {
  return verdict !== 'NoOpinion';
}

function withReason(reasons: readonly string[], { reason }: Decision): readonly string[] {
  return reason === '' ? reasons : [...reasons, reason];
}
