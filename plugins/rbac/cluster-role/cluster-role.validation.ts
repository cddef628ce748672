import { type FieldError, FieldPath, invalid, required, validateLabelSelector } from '../../../src/plugin-api/index.js';
import { validatePolicyRules } from '../role/policy-rule.validation.js';
import type { AggregationRule, ClusterRole } from './cluster-role.v1.js';

/** Checks a cluster role: its rules and what it gathers from other roles. */
export function validateClusterRole({ rules, aggregationRule }: ClusterRole): FieldError[] {
  return [
    ...validatePolicyRules(rules, { namespaced: false }),
    ...(aggregationRule ? validateAggregation(aggregationRule) : []),
  ];
}

function validateAggregation({ clusterRoleSelectors: selectors = [] }: AggregationRule): FieldError[] {
  const path = FieldPath.of('aggregationRule', 'clusterRoleSelectors');
  if (selectors.length === 0) {
    return [required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
  }
  return selectors.flatMap((selector, i) => {
    const errors = validateLabelSelector(selector, path.index(i));
    // A selector that cannot be read is reported once more, as a whole and without its value.
    return errors.length === 0 ? [] : [...errors, invalid(path.index(i), null, 'invalid label selector.')];
  });
}
