import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isDns1123Subdomain,
  required,
  validateLabelSelector,
} from '../../../src/plugin-api/index.js';
import { textSince, isDns1035Label, fieldChecker } from '../../../src/plugin-api/built-in.js';
import type { ConditionCompiler } from '../match-resources/match-condition.validation.js';
import { type ParamKind, ParamRef, type Variable } from './policy.v1.js';

const checkParamRef = fieldChecker(ParamRef);
const EXCLUSIVE = 'name and selector are mutually exclusive';
const RESERVED: ReadonlySet<string> = new Set(
  (
    'true false null in as break const continue else for function if import let ' +
    'loop package namespace return var void while'
  ).split(' '),
);

/** Checks the kind of a policy's parameters. */
export function validateParamKind({ apiVersion = '', kind = '' }: ParamKind, path: FieldPath): FieldError[] {
  return [...apiVersionErrors(apiVersion, path.child('apiVersion')), ...kindErrors(kind, path.child('kind'))];
}

function apiVersionErrors(apiVersion: string, path: FieldPath): FieldError[] {
  if (apiVersion === '') return [required(path)];
  const parts = apiVersion === '/' ? ['', ''] : apiVersion.split('/');
  if (parts.length > 2) return [invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [group, version] = parts.length === 1 ? ['', parts[0]] : parts;
  const ofGroup = group === '' ? [] : joined(isDns1123Subdomain(group), group, path);
  if (version === '') return [...ofGroup, invalid(path, apiVersion, 'version must be specified')];
  return [...ofGroup, ...joined(isDns1035Label(version), version, path)];
}

function joined(messages: readonly string[], value: string, path: FieldPath): FieldError[] {
  return messages.length === 0 ? [] : [invalid(path, value, messages.join(','))];
}

function kindErrors(kind: string, path: FieldPath): FieldError[] {
  if (kind === '') return [required(path)];
  const messages = isDns1035Label(kind.toLowerCase());
  if (messages.length === 0) return [];
  return [invalid(path, kind, `may have mixed case, but should otherwise match: ${messages.join(',')}`)];
}

/** Checks the variables of a policy, and makes them known to the expressions behind them. */
export function validateVariables(
  variables: readonly Variable[] | undefined,
  path: FieldPath,
  by: ConditionCompiler,
): FieldError[] {
  return (variables ?? []).flatMap((variable, i) => variableErrors(variable, path.index(i), by));
}

function variableErrors(
  { name, expression }: Variable,
  path: FieldPath,
  { compiler, hasParams }: ConditionCompiler,
): FieldError[] {
  const errors: FieldError[] = [];
  if (name.trim() === '') errors.push(required(path.child('name'), 'name is not specified'));
  else if (!isIdentifier(name))
    errors.push(
      invalid(
        path.child('name'),
        name,
        textSince('1.34', 'must be a valid CEL identifier', 'name is not a valid CEL identifier'),
      ),
    );
  const place = { path: path.child('expression'), result: 'any', hasParams, hasAuthorizer: true } as const;
  if (expression.trim() === '') return [...errors, required(place.path, 'expression is not specified')];
  return [...errors, ...compiler.declare(name, expression, place)];
}

function isIdentifier(name: string): boolean {
  return /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !RESERVED.has(name);
}

/** Checks where the parameters of a policy come from. */
export function validateParamRef(ref: ParamRef | undefined, path: FieldPath): FieldError[] {
  if (ref === undefined) return [];
  const { name = '', selector } = ref;
  return [
    ...checkParamRef(ref, path, 'name'),
    ...(name !== '' && selector ? [forbidden(path.child('name'), EXCLUSIVE)] : []),
    ...validateLabelSelector(selector, path.child('selector')),
    ...(name !== '' && selector ? [forbidden(path.child('selector'), EXCLUSIVE)] : []),
    ...(name === '' && !selector ? [required(path, 'one of name or selector must be specified')] : []),
    ...checkParamRef(ref, path, 'parameterNotFoundAction'),
  ];
}
