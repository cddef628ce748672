import type { AuthorizationAttributes, Authorizer, Decision } from './authorizer.js';

/** What one authorizer said on the way to a decision. */
export interface DecisionStep extends Decision {
  /** The mode, or `PrivilegedGroups`, or `Plugin`. */
  readonly type: string;
  readonly name: string;
  /** What a webhook was asked, with its answer as status. */
  readonly review?: object;
  /** Whether that answer was kept from an earlier time. */
  readonly isKept?: boolean;
  /** Whether the conditions of a webhook kept the question from it. */
  readonly isExcluded?: boolean;
}

/** An authorizer that tells how it comes to its decisions. Asking for that counts as asking for the decision. */
export interface TracingAuthorizer {
  /** The steps in their order; the last one has the decision. */
  trace(attributes: AuthorizationAttributes): Promise<readonly DecisionStep[]>;
}

/** The steps by which an authorizer decides; one, where it does not tell. */
export async function stepsOf(
  authorizer: Authorizer,
  attributes: AuthorizationAttributes,
): Promise<readonly DecisionStep[]> {
  if ('trace' in authorizer) return (authorizer as Authorizer & TracingAuthorizer).trace(attributes);
  return [{ type: 'Plugin', name: '', ...(await authorizer.authorize(attributes)) }];
}

/** The decision that steps come to. */
export function decisionOfSteps(steps: readonly DecisionStep[]): Decision {
  const last = steps.at(-1);
  if (last !== undefined && last.verdict !== 'NoOpinion') return { verdict: last.verdict, reason: last.reason };
  const reasons = steps.map(({ reason }) => reason).filter((reason) => reason !== '');
  return { verdict: 'NoOpinion', reason: reasons.join('\n') };
}
