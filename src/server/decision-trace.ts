import {
  type AuthorizationAttributes,
  type Authorizer,
  type Decision,
  decisionOfSteps,
  stepsOf,
} from '../authz/index.js';
import type { DecisionStep } from '../authz/index.js';
import type { RequestContext } from '../endpoints/index.js';
import { MASTERS_GROUP, type UserInfo } from '../request/index.js';

/** Carries the verdict on a request and which rule led to it. */
const DECISION_HEADER = 'binnacle-decision';
/** Carries what each authorizer said, as JSON. */
const STEPS_HEADER = 'binnacle-decision-steps';
/** Carries what the caller is known by. */
const AUTHENTICATOR_HEADER = 'binnacle-authenticator';
/** Clients take headers of some size only. */
const MOST_CHARACTERS = 6000;

/**
 * Whether somebody is told how requests are decided (`--decision-trace`). `caller` is who was authenticated, so an
 * administrator sees it for those he impersonates, and nobody else learns of roles and bindings.
 */
export function seesDecisions(caller: UserInfo): boolean {
  return caller.groups.includes(MASTERS_GROUP);
}

/** Tells in the headers of an answer what the caller is known by. */
export function tellAuthenticator({ response }: RequestContext, knownBy = 'an authenticator of a plugin'): void {
  response.setHeader(AUTHENTICATOR_HEADER, toHeaderValue(knownBy));
}

/** Decides about a request, and tells in the headers of its answer how. */
export async function decideAloud(
  { response }: RequestContext,
  authorizer: Authorizer,
  attributes: AuthorizationAttributes,
): Promise<Decision> {
  const steps = await stepsOf(authorizer, attributes);
  const decision = decisionOfSteps(steps);
  const { verdict, reason } = decision;
  response.setHeader(DECISION_HEADER, toHeaderValue(reason === '' ? verdict : `${verdict}; ${reason}`));
  response.setHeader(STEPS_HEADER, stepsText(steps));
  return decision;
}

/** Reviews are left out where they are too long. */
function stepsText(steps: readonly DecisionStep[]): string {
  const whole = toHeaderValue(JSON.stringify(steps));
  if (whole.length <= MOST_CHARACTERS) return whole;
  return toHeaderValue(JSON.stringify(steps.map(({ type, name, verdict }) => ({ type, name, verdict }))));
}

/** Names in reasons may hold any character; header values may not. */
function toHeaderValue(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
