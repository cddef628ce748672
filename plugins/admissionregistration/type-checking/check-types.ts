import { FieldPath, type Stores } from '../../../src/plugin-api/index.js';
import { expressionLanguage } from '../../../src/plugin-api/built-in.js';
import { ExpressionCompiler } from '../expression/expression-compiler.js';
import { findServedKind } from '../policy-admission/index.js';
import type {
  ExpressionWarning,
  ValidatingAdmissionPolicy,
} from '../validating-admission-policy/validating-admission-policy.v1.js';
import { type CheckedKind, checkedKinds } from './checked-kinds.js';
import { ObjectTypes } from './object-types.js';

type Spec = NonNullable<ValidatingAdmissionPolicy['spec']>;

/** The expressions of a policy, checked for one kind. */
interface KindCheck {
  readonly name: string;
  issuesOf(expression: string): string | undefined;
}

/**
 * Checks the validations of a policy, and their messages, for each kind that its rules name; returns the warnings for its
 * status (upstream: TypeChecker.Check). The expression language has to have been loaded.
 */
export function checkTypes({ spec = {} }: ValidatingAdmissionPolicy, stores: Stores): ExpressionWarning[] {
  const checks = checkedKinds(spec.matchConstraints?.resourceRules ?? [], stores).map((kind) =>
    checkFor(kind, spec, stores),
  );
  const path = FieldPath.of('spec').child('validations');
  return (spec.validations ?? []).flatMap(({ expression, messageExpression = '' }, i) => [
    ...warningOf(checks, path.index(i).child('expression'), expression),
    ...(messageExpression === '' ? [] : warningOf(checks, path.index(i).child('messageExpression'), messageExpression)),
  ]);
}

function warningOf(checks: readonly KindCheck[], path: FieldPath, expression: string): ExpressionWarning[] {
  const found = checks.flatMap(({ name, issuesOf }) => {
    const issues = issuesOf(expression);
    return issues === undefined ? [] : [`${name}: ${issues}\n`];
  });
  return found.length === 0 ? [] : [{ fieldRef: path.toString(), warning: found.join('\n') }];
}

function checkFor({ gvk, shape }: CheckedKind, spec: Spec, stores: Stores): KindCheck {
  const { validations = [], variables = [], paramKind } = spec;
  const language = expressionLanguage();
  const types = new ObjectTypes(language);
  const object = types.ofShape(shape, gvk.kind) ?? language.DYN;
  const paramShape =
    paramKind && findServedKind(stores, paramKind.apiVersion ?? '', paramKind.kind ?? '')?.version.type;
  const params = paramShape && types.ofShape(paramShape, paramKind?.kind ?? '');
  const texts = [
    ...variables.map(({ expression }) => expression),
    ...validations.flatMap(({ expression, messageExpression = '' }) => [expression, messageExpression]),
  ];
  const known = { object, params, fieldType: (type: string, field: string) => types.fieldType(type, field) };
  const compiler = new ExpressionCompiler({ stored: new Set(texts), hasVariables: true, types: known });
  const place = { result: 'any', hasParams: params !== undefined, hasAuthorizer: true } as const;
  for (const { name, expression } of variables) compiler.define(name, expression, place);
  return {
    name: `${gvk.group}/${gvk.version}, Kind=${gvk.kind}`,
    issuesOf: (expression) => compiler.issuesOf(expression, place),
  };
}
