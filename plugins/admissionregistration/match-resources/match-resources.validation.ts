import {
  type FieldError,
  type FieldPath,
  notSupported,
  required,
  validateLabelSelector,
} from '../../../src/plugin-api/index.js';
import type { MatchResources } from './match-resources.v1.js';
import { validateNamedRule } from './rule.validation.js';

/** True if a rule means other versions of the same resource too. */
export const MATCH_POLICIES = ['Equivalent', 'Exact'];

/** Checks which requests are meant. */
export function validateMatchResources(match: MatchResources, path: FieldPath): FieldError[] {
  const { matchPolicy, namespaceSelector, objectSelector, resourceRules, excludeResourceRules } = match;
  return [
    ...policyErrors(matchPolicy, path.child('matchPolicy')),
    ...selectorErrors(namespaceSelector, path.child('namespaceSelector')),
    ...selectorErrors(objectSelector, path.child('objectSelector')),
    ...ruleErrors(resourceRules, path.child('resourceRules')),
    ...ruleErrors(excludeResourceRules, path.child('excludeResourceRules')),
  ];
}

function policyErrors(policy: MatchResources['matchPolicy'], path: FieldPath): FieldError[] {
  if (policy === undefined) return [required(path)];
  return MATCH_POLICIES.includes(policy) ? [] : [notSupported(path, policy, MATCH_POLICIES)];
}

function selectorErrors(selector: MatchResources['objectSelector'], path: FieldPath): FieldError[] {
  return selector ? validateLabelSelector(selector, path) : [required(path)];
}

function ruleErrors(rules: MatchResources['resourceRules'], path: FieldPath): FieldError[] {
  return (rules ?? []).flatMap((rule, i) => validateNamedRule(rule, path.index(i)));
}

/** Operations that objects can be changed in. */
const MUTABLE_OPERATIONS = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** Checks that rules include only operations in which objects can be changed; they may exclude others. */
export function validateMutableOperations({ resourceRules = [] }: MatchResources, path: FieldPath): FieldError[] {
  const place = path.child('resourceRules', 'operations');
  const given = resourceRules.flatMap(({ operations = [] }) => operations);
  return given.flatMap((operation) =>
    MUTABLE_OPERATIONS.includes(operation) ? [] : [notSupported(place, operation, MUTABLE_OPERATIONS)],
  );
}
