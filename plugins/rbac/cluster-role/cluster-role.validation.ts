import { type FieldError, FieldPath, invalid, validateLabelSelector } from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { validatePolicyRules } from '../role/policy-rule.validation.js';
import { AggregationRule, type ClusterRole } from './cluster-role.v1.js';

const AGGREGATION = FieldPath.of('aggregationRule');
const checkAggregation = fieldChecker(AggregationRule);

/** Checks a cluster role: its rules and what it gathers from other roles. */
export function validateClusterRole({ rules, aggregationRule }: ClusterRole): FieldError[] {
  return [
    ...validatePolicyRules(rules, { namespaced: false }),
    ...(aggregationRule ? validateAggregation(aggregationRule) : []),
  ];
}

function validateAggregation(rule: AggregationRule): FieldError[] {
  const path = AGGREGATION.child('clusterRoleSelectors');
  const ofSelectors = (rule.clusterRoleSelectors ?? []).flatMap((selector, i) => {
    const errors = validateLabelSelector(selector, path.index(i));
    // A selector that cannot be read is reported once more, as a whole and without its value.
    return errors.length === 0 ? [] : [...errors, invalid(path.index(i), null, 'invalid label selector.')];
  });
  return [...checkAggregation(rule, AGGREGATION), ...ofSelectors];
}
