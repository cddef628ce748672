import {
  forbidden,
  invalid,
  isDns1123Subdomain,
  required,
  type FieldError,
  type FieldPath,
} from '../../../../src/plugin-api/index.js';
import { fieldChecker, isLabelValue, validateLabelName } from '../../../../src/plugin-api/built-in.js';
import { NodeSelector, type NodeSelectorRequirement, type NodeSelectorTerm } from '../../reference/reference.v1.js';
import { check } from './checks.js';

const checkSelector = fieldChecker(NodeSelector);
const UNKNOWN_OPERATOR = 'not a valid selector operator';

/** How the values of a selector are checked: labels of nodes have valid values alone. */
export interface ValueOptions {
  readonly checksValues?: boolean;
}

/** Checks a selector of nodes: at least one term. */
export function validateNodeSelector(selector: NodeSelector, path: FieldPath, options?: ValueOptions): FieldError[] {
  const terms = selector.nodeSelectorTerms ?? [];
  const place = path.child('nodeSelectorTerms');
  return [
    ...checkSelector(selector, path),
    ...terms.flatMap((term, i) => validateNodeSelectorTerm(term, place.index(i), options)),
  ];
}

/** Checks one term of a node selector. */
export function validateNodeSelectorTerm(
  term: NodeSelectorTerm,
  path: FieldPath,
  { checksValues = false }: ValueOptions = {},
): FieldError[] {
  return [
    ...(term.matchExpressions ?? []).flatMap((requirement, i) => {
      const place = path.child('matchExpressions').index(i);
      return [...labelErrors(requirement, place), ...(checksValues ? valueErrors(requirement, place) : [])];
    }),
    ...(term.matchFields ?? []).flatMap((r, i) => fieldErrors(r, path.child('matchFields').index(i))),
  ];
}

function labelErrors(requirement: NodeSelectorRequirement, path: FieldPath): FieldError[] {
  return [...operatorErrors(requirement, path), ...validateLabelName(requirement.key, path.child('key'))];
}

function valueErrors({ values }: NodeSelectorRequirement, path: FieldPath): FieldError[] {
  return (values ?? []).flatMap((value, i) => check(value, path.child('values').index(i), isLabelValue));
}

function operatorErrors({ operator, values }: NodeSelectorRequirement, path: FieldPath): FieldError[] {
  const count = values?.length ?? 0;
  const place = path.child('values');
  switch (operator) {
    case 'In':
    case 'NotIn':
      return count > 0 ? [] : [required(place, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return count === 0
        ? []
        : [forbidden(place, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case 'Gt':
    case 'Lt':
      return count === 1 ? [] : [required(place, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [invalid(path.child('operator'), operator, UNKNOWN_OPERATOR)];
  }
}

function fieldErrors({ key, operator, values }: NodeSelectorRequirement, path: FieldPath): FieldError[] {
  const place = path.child('values');
  const errors: FieldError[] = [];
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.push(invalid(path.child('operator'), operator, UNKNOWN_OPERATOR));
  } else if (values?.length !== 1) {
    const text = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(required(place, text));
  }
  if (key !== 'metadata.name') return [...errors, invalid(path.child('key'), key, 'not a valid field selector key')];
  return [...errors, ...(values ?? []).flatMap((value, i) => check(value, place.index(i), isDns1123Subdomain))];
}
