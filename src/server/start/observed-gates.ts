import type { MaybePromise } from '../../apimachinery/index.js';
import type { AuthenticationResult } from '../../authn/index.js';
import {
  type AuthorizationAttributes,
  type Authorizer,
  type Decision,
  decisionOfSteps,
  stepsOf,
} from '../../authz/index.js';
import type { ObservedAuthentication, ObservedRequest, RequestObservers } from '../../request/index.js';

/** Something that is asked about a request, and reported when it is answered. */
interface Gate {
  readonly observers: RequestObservers;
  readonly request: ObservedRequest;
  /** In milliseconds of `performance.now()`. */
  readonly started: number;
}

/**
 * Authenticates a request, and reports the result to observers; returns or throws the result of `ask`. Every request comes
 * here: nothing is made for those that are answered at once but what is reported.
 */
export function observeAuthentication<R extends ObservedRequest>(
  observers: RequestObservers,
  request: R,
  ask: (request: R) => MaybePromise<AuthenticationResult | undefined>,
): MaybePromise<AuthenticationResult | undefined> {
  if (!observers.hears('authenticated')) return ask(request);
  const gate: Gate = { observers, request, started: performance.now() };
  let answer: MaybePromise<AuthenticationResult | undefined>;
  try {
    answer = ask(request);
  } catch (error) {
    return failAuthentication(gate, error);
  }
  return answer instanceof Promise ? reportLater(gate, answer) : reportCaller(gate, answer);
}

function reportLater(
  gate: Gate,
  answer: Promise<AuthenticationResult | undefined>,
): Promise<AuthenticationResult | undefined> {
  return answer.then(
    (result) => reportCaller(gate, result),
    (error) => failAuthentication(gate, error),
  );
}

function reportCaller(gate: Gate, result: AuthenticationResult | undefined): AuthenticationResult | undefined {
  reportAuthentication(gate, result ? 'success' : 'failure', result?.knownBy);
  return result;
}

function failAuthentication(gate: Gate, error: unknown): never {
  reportAuthentication(gate, 'error');
  throw error;
}

function reportAuthentication(
  { observers, request, started }: Gate,
  outcome: ObservedAuthentication['outcome'],
  knownBy?: string,
): void {
  observers.authenticated(request, { outcome, knownBy, seconds: (performance.now() - started) / 1000 });
}

/** The authorizer of a request, and what it is asked. */
interface AuthorizationQuestion {
  readonly authorizer: Authorizer;
  readonly attributes: AuthorizationAttributes;
}

/** Authorizes a request, step by step if an observer requests that, and reports the decision to observers. */
export function observeAuthorization(
  observers: RequestObservers,
  request: ObservedRequest,
  { authorizer, attributes }: AuthorizationQuestion,
): MaybePromise<Decision> {
  if (!observers.hears('authorized')) return authorizer.authorize(attributes);
  const gate: Gate = { observers, request, started: performance.now() };
  if (observers.wantsSteps(request)) return decideInSteps(gate, authorizer, attributes);
  let answer: MaybePromise<Decision>;
  try {
    answer = authorizer.authorize(attributes);
  } catch (error) {
    return failAuthorization(request, error);
  }
  return answer instanceof Promise ? reportDecisionLater(gate, answer) : reportDecision(gate, answer);
}

async function decideInSteps(
  gate: Gate,
  authorizer: Authorizer,
  attributes: AuthorizationAttributes,
): Promise<Decision> {
  const steps = await stepsOf(authorizer, attributes);
  return reportDecision(gate, decisionOfSteps(steps), steps);
}

function reportDecisionLater(gate: Gate, answer: Promise<Decision>): Promise<Decision> {
  return answer.then(
    (decision) => reportDecision(gate, decision),
    (error) => failAuthorization(gate.request, error),
  );
}

function reportDecision(
  { observers, request, started }: Gate,
  decision: Decision,
  steps?: readonly object[],
): Decision {
  const { verdict, reason } = decision;
  observers.authorized(request, { verdict, reason, steps, seconds: (performance.now() - started) / 1000 });
  return decision;
}

function failAuthorization(request: ObservedRequest, error: unknown): never {
  request.annotate('authorization.k8s.io/reason', 'internal error');
  throw error;
}
