import {
  type FieldError,
  type FieldPath,
  duplicate,
  invalid,
  isQualifiedName,
  repeatFinder,
  required,
  tooMany,
} from '../../../src/plugin-api/index.js';
import type { MatchCondition } from './match-resources.v1.js';

const MAX_CONDITIONS = 64;

/** Checks names and presence of the conditions a request must meet; what they say is not looked into. */
export function validateMatchConditions(
  conditions: readonly MatchCondition[] | undefined | null,
  path: FieldPath,
): FieldError[] {
  const list = conditions ?? [];
  const isRepeated = repeatFinder<string>();
  const single = list.flatMap((condition, i) => {
    const errors = conditionErrors(condition, path.index(i));
    const isTwice = condition.name !== '' && isRepeated(condition.name);
    return isTwice ? [...errors, duplicate(path.index(i).child('name'), condition.name)] : errors;
  });
  return list.length > MAX_CONDITIONS ? [tooMany(path, list.length, MAX_CONDITIONS), ...single] : single;
}

function conditionErrors({ name, expression }: MatchCondition, path: FieldPath): FieldError[] {
  const missing = expression.trim() === '' ? [required(path.child('expression'))] : [];
  if (name === '') return [...missing, required(path.child('name'))];
  return [...missing, ...isQualifiedName(name).map((message) => invalid(path.child('name'), name, message))];
}
