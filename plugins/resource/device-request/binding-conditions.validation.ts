import { type FieldError, type FieldPath, duplicate, invalid } from '../../../src/plugin-api/index.js';
import { repeatFinder, validateLabelName } from '../../../src/plugin-api/built-in.js';
import { validateList } from '../names.validation.js';

const MAX_CONDITIONS = 4;

interface Bound {
  readonly bindingConditions?: readonly string[];
  readonly bindingFailureConditions?: readonly string[];
}

/** Checks the conditions that pods wait for before they are bound: they come with those that make binding fail. */
export function validateBindingConditions(bound: Bound, path: FieldPath): FieldError[] {
  const { bindingConditions: awaited = [], bindingFailureConditions: failing = [] } = bound;
  const [ofAwaited, ofFailing] = [path.child('bindingConditions'), path.child('bindingFailureConditions')];
  const rules = { max: MAX_CONDITIONS, check: validateLabelName };
  const alone = awaited.length > 0 && failing.length === 0;
  const without = awaited.length === 0 && failing.length > 0;
  return [
    ...validateList(awaited, ofAwaited, rules),
    ...validateList(failing, ofFailing, rules),
    ...repeatedErrors(awaited, ofAwaited),
    ...failingErrors(failing, ofFailing, new Set(awaited)),
    ...(without ? [invalid(ofAwaited, awaited, 'bindingConditions are required to use bindingFailureConditions')] : []),
    ...(alone ? [invalid(ofFailing, failing, 'bindingFailureConditions are required to use bindingConditions')] : []),
  ];
}

function repeatedErrors(conditions: readonly string[], path: FieldPath): FieldError[] {
  const isRepeated = repeatFinder<string>();
  return conditions.flatMap((condition, i) => (isRepeated(condition) ? [duplicate(path.index(i), condition)] : []));
}

function failingErrors(conditions: readonly string[], path: FieldPath, awaited: ReadonlySet<string>): FieldError[] {
  const isRepeated = repeatFinder<string>();
  const text = 'bindingFailureConditions must not overlap with bindingConditions';
  return conditions.flatMap((condition, i) => [
    ...(isRepeated(condition) ? [duplicate(path.index(i), condition)] : []),
    ...(awaited.has(condition) ? [invalid(path.index(i), condition, text)] : []),
  ]);
}
