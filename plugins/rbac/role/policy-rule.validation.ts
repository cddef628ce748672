import { type FieldError, FieldPath, invalid, required } from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { PolicyRule } from './role.v1.js';

const checkFields = fieldChecker(PolicyRule);

/** Where the rules of a role apply. */
export interface RuleScope {
  /** Apply to one namespace; otherwise to the cluster. */
  readonly namespaced: boolean;
}

/** Checks the rules of a role: each is about resources, or about paths where the role is not namespaced. */
export function validatePolicyRules(rules: readonly PolicyRule[] | undefined, scope: RuleScope): FieldError[] {
  return (rules ?? []).flatMap((rule, i) => validateRule(rule, scope, FieldPath.of('rules').index(i)));
}

function validateRule(rule: PolicyRule, { namespaced }: RuleScope, path: FieldPath): FieldError[] {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs: urls = [] } = rule;
  const errors = checkFields(rule, path);
  if (urls.length > 0) {
    const urlsPath = path.child('nonResourceURLs');
    if (namespaced) errors.push(invalid(urlsPath, urls, 'namespaced rules cannot apply to non-resource URLs'));
    if (apiGroups.length > 0 || resources.length > 0 || resourceNames.length > 0) {
      errors.push(invalid(urlsPath, urls, 'rules cannot apply to both regular resources and non-resource URLs'));
    }
    return errors;
  }
  if (apiGroups.length === 0) {
    errors.push(required(path.child('apiGroups'), 'resource rules must supply at least one api group'));
  }
  if (resources.length === 0) {
    errors.push(required(path.child('resources'), 'resource rules must supply at least one resource'));
  }
  return errors;
}
