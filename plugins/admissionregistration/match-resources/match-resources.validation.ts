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

/** Checks which requests are meant; `operations` are those a rule may name. */
export function validateMatchResources(
  match: MatchResources,
  path: FieldPath,
  operations?: readonly string[],
): FieldError[] {
  const { matchPolicy, namespaceSelector, objectSelector, resourceRules, excludeResourceRules } = match;
  return [
    ...policyErrors(matchPolicy, path.child('matchPolicy')),
    ...selectorErrors(namespaceSelector, path.child('namespaceSelector')),
    ...selectorErrors(objectSelector, path.child('objectSelector')),
    ...ruleErrors(resourceRules, path.child('resourceRules'), operations),
    ...ruleErrors(excludeResourceRules, path.child('excludeResourceRules'), operations),
  ];
}

function policyErrors(policy: MatchResources['matchPolicy'], path: FieldPath): FieldError[] {
  if (policy === undefined) return [required(path)];
  return MATCH_POLICIES.includes(policy) ? [] : [notSupported(path, policy, MATCH_POLICIES)];
}

function selectorErrors(selector: MatchResources['objectSelector'], path: FieldPath): FieldError[] {
  return selector ? validateLabelSelector(selector, path) : [required(path)];
}

function ruleErrors(
  rules: MatchResources['resourceRules'],
  path: FieldPath,
  operations?: readonly string[],
): FieldError[] {
  return (rules ?? []).flatMap((rule, i) => validateNamedRule(rule, path.index(i), operations));
}
