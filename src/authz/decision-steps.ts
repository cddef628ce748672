import type { AuthorizationAttributes, Authorizer, Decision } from './authorizer.js';
import { withMarkOf } from './object-filter.js';

/** The verdict of one authorizer as a step of a decision. */
export interface DecisionStep extends Decision {
  /** The mode, or `PrivilegedGroups`, or `Plugin`. */
  readonly type: string;
  readonly name: string;
  /** The review that was sent to a webhook, with its response as status. */
  readonly review?: object;
  /** True if that answer was kept from an earlier time. */
  readonly isKept?: boolean;
  /** True if the conditions of a webhook kept the question from it. */
  readonly isExcluded?: boolean;
}

/** An authorizer that explains its decisions. Requesting the explanation counts as a decision. */
export interface TracingAuthorizer {
  /** Returns the steps in their order; the last one has the decision. */
  trace(attributes: AuthorizationAttributes): Promise<readonly DecisionStep[]>;
}

/** Returns the steps by which an authorizer decides; one, if it does not explain them. */
export async function stepsOf(
  authorizer: Authorizer,
  attributes: AuthorizationAttributes,
): Promise<readonly DecisionStep[]> {
  if ('trace' in authorizer) return (authorizer as Authorizer & TracingAuthorizer).trace(attributes);
  const { name } = authorizer.constructor;
  return [{ type: 'Plugin', name, ...(await authorizer.authorize(attributes)) }];
}

/** Returns the decision that steps come to. */
export function decisionOfSteps(steps: readonly DecisionStep[]): Decision {
  const last = steps.at(-1);
  if (last !== undefined && last.verdict !== 'NoOpinion') {
    return withMarkOf({ verdict: last.verdict, reason: last.reason }, last);
  }
  const reasons = steps.map(({ reason }) => reason).filter((reason) => reason !== '');
  return { verdict: 'NoOpinion', reason: reasons.join('\n') };
}
