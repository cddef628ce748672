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

/** Authenticates a request, and reports the result to observers; returns or throws the result of `ask`. */
export function observeAuthentication(
  observers: RequestObservers,
  request: ObservedRequest,
  ask: () => MaybePromise<AuthenticationResult | undefined>,
): MaybePromise<AuthenticationResult | undefined> {
  if (!observers.hears('authenticated')) return ask();
  const started = performance.now();
  const tell = (outcome: ObservedAuthentication['outcome'], knownBy?: string): void =>
    observers.authenticated(request, { outcome, knownBy, seconds: (performance.now() - started) / 1000 });
  const note = (result: AuthenticationResult | undefined): AuthenticationResult | undefined => {
    tell(result ? 'success' : 'failure', result?.knownBy);
    return result;
  };
  const fail = (error: unknown): never => {
    tell('error');
    throw error;
  };
  let answer: MaybePromise<AuthenticationResult | undefined>;
  try {
    answer = ask();
  } catch (error) {
    return fail(error);
  }
  return answer instanceof Promise ? answer.then(note, fail) : note(answer);
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
  const started = performance.now();
  const note = (decision: Decision, steps?: readonly object[]): Decision => {
    const { verdict, reason } = decision;
    observers.authorized(request, { verdict, reason, steps, seconds: (performance.now() - started) / 1000 });
    return decision;
  };
  if (observers.wantsSteps(request)) {
    return stepsOf(authorizer, attributes).then((steps) => note(decisionOfSteps(steps), steps));
  }
  const fail = (error: unknown): never => {
    request.annotate('authorization.k8s.io/reason', 'internal error');
    throw error;
  };
  let answer: MaybePromise<Decision>;
  try {
    answer = authorizer.authorize(attributes);
  } catch (error) {
    return fail(error);
  }
  return answer instanceof Promise ? answer.then((decision) => note(decision), fail) : note(answer);
}
