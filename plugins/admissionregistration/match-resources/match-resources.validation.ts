import { type FieldError, type FieldPath, notSupported, validateLabelSelector } from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { MatchResources } from './match-resources.v1.js';
import { validateNamedRule } from './rule.validation.js';

const checkFields = fieldChecker(MatchResources);

/** Checks which requests are meant. */
export function validateMatchResources(match: MatchResources, path: FieldPath): FieldError[] {
  const { namespaceSelector, objectSelector, resourceRules, excludeResourceRules } = match;
  return [
    ...checkFields(match, path, 'matchPolicy', 'namespaceSelector'),
    ...validateLabelSelector(namespaceSelector, path.child('namespaceSelector')),
    ...checkFields(match, path, 'objectSelector'),
    ...validateLabelSelector(objectSelector, path.child('objectSelector')),
    ...ruleErrors(resourceRules, path.child('resourceRules')),
    ...ruleErrors(excludeResourceRules, path.child('excludeResourceRules')),
  ];
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
