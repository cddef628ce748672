import { isDns1123Label, isDns1123Subdomain } from '../../apimachinery/index.js';
import { BOOL, type FunctionDeclaration, opaqueOf, type OverloadCall, STRING, type Type } from '../check/index.js';
import { EvaluationError, noSuchOverload, OpaqueValue, type Value } from '../values/index.js';
import { declare, member } from './declare.js';

/** The authorization check of an expression. */
export interface AuthorizerQuestion {
  readonly path?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
  readonly verb?: string;
  /** The service account to check; the user of the request when absent. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
}

/** The decision of an authorizer. */
export interface AuthorizerAnswer {
  readonly allowed: boolean;
  readonly reason: string;
  readonly error?: string;
}

/** Decides for expressions. It must decide synchronously; throws to postpone the evaluation. */
export type AskAuthorizer = (question: AuthorizerQuestion) => AuthorizerAnswer;

const AUTHORIZER = opaqueOf('kubernetes.authorization.Authorizer');
const PATH = opaqueOf('kubernetes.authorization.PathCheck');
const GROUP = opaqueOf('kubernetes.authorization.GroupCheck');
const RESOURCE = opaqueOf('kubernetes.authorization.ResourceCheck');
const DECISION = opaqueOf('kubernetes.authorization.Decision');

/** A question to an authorizer, as far as an expression has put it. */
export class AuthorizerValue extends OpaqueValue {
  constructor(
    readonly ask: AskAuthorizer,
    readonly question: AuthorizerQuestion,
    readonly typeName: string = AUTHORIZER.name,
  ) {
    super();
  }

  equals(other: Value): boolean {
    if (!(other instanceof AuthorizerValue)) throw noSuchOverload();
    return this === other;
  }

  /** Returns the question with more said. */
  with(more: AuthorizerQuestion, { name }: Type): AuthorizerValue {
    return new AuthorizerValue(this.ask, { ...this.question, ...more }, name);
  }
}

/** The answer of an authorizer. */
export class DecisionValue extends OpaqueValue {
  readonly typeName = DECISION.name;

  constructor(readonly answer: AuthorizerAnswer) {
    super();
  }

  equals(other: Value): boolean {
    if (!(other instanceof DecisionValue)) throw noSuchOverload();
    return this === other;
  }
}

type Say = readonly [name: string, id: string, on: Type, result: Type];

const SAYINGS: readonly Say[] = [
  ['group', 'authorizer_group', AUTHORIZER, GROUP],
  ['resource', 'groupcheck_resource', GROUP, RESOURCE],
  ['subresource', 'resourcecheck_subresource', RESOURCE, RESOURCE],
  ['namespace', 'resourcecheck_namespace', RESOURCE, RESOURCE],
  ['name', 'resourcecheck_name', RESOURCE, RESOURCE],
];

function saying([name, id, on, result]: Say): FunctionDeclaration {
  const call = (value: AuthorizerValue, text: string): Value => value.with({ [name]: text }, result);
  return declare(name, member(id, { args: [on, STRING], result, call }));
}

function pathCheck(value: AuthorizerValue, path: string): Value {
  if (path === '') throw new EvaluationError('path must not be empty');
  return value.with({ path }, PATH);
}

function serviceAccount(value: AuthorizerValue, namespace: string, name: string): Value {
  if (isDns1123Label(namespace).length > 0) throw new EvaluationError('Invalid service account namespace');
  if (isDns1123Subdomain(name).length > 0) throw new EvaluationError('Invalid service account name');
  return value.with({ serviceAccount: { namespace, name } }, AUTHORIZER);
}

const check: OverloadCall = ({ ask, question }: AuthorizerValue, verb: string) => {
  return new DecisionValue(ask({ ...question, verb }));
};

const ANSWERS: readonly (readonly [string, Type, (answer: AuthorizerAnswer) => Value])[] = [
  ['allowed', BOOL, ({ allowed }) => allowed],
  ['reason', STRING, ({ reason }) => reason],
  ['errored', BOOL, ({ error }) => error !== undefined],
  ['error', STRING, ({ error }) => error ?? ''],
];

/** Asking whether something is allowed, which Kubernetes adds. */
export const AUTHORIZER_CHECKS: readonly FunctionDeclaration[] = [
  declare('path', member('authorizer_path', { args: [AUTHORIZER, STRING], result: PATH, call: pathCheck })),
  declare(
    'serviceAccount',
    member('authorizer_serviceaccount', {
      args: [AUTHORIZER, STRING, STRING],
      result: AUTHORIZER,
      call: serviceAccount,
    }),
  ),
  ...SAYINGS.map(saying),
  declare(
    'check',
    member('pathcheck_check', { args: [PATH, STRING], result: DECISION, call: check }),
    member('resourcecheck_check', { args: [RESOURCE, STRING], result: DECISION, call: check }),
  ),
  ...ANSWERS.map(([name, result, read]) => {
    const call = ({ answer }: DecisionValue): Value => read(answer);
    return declare(name, member(`decision_${name}`, { args: [DECISION], result, call }));
  }),
];

/** Asking with selectors, which came later. */
export const AUTHORIZER_SELECTORS: readonly FunctionDeclaration[] = [
  saying(['fieldSelector', 'authorizer_fieldselector', RESOURCE, RESOURCE]),
  saying(['labelSelector', 'authorizer_labelselector', RESOURCE, RESOURCE]),
];

/** The type of an authorizer variable. */
export const AUTHORIZER_TYPE = AUTHORIZER;

/** The type of a variable with a check for a resource. */
export const RESOURCE_CHECK_TYPE = RESOURCE;

/** The names that stand for the types of what is asked and answered. */
export const AUTHORIZER_TYPES: readonly (readonly [string, Type])[] = [AUTHORIZER, PATH, GROUP, RESOURCE, DECISION].map(
  (type) => [type.name, type],
);
