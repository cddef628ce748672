import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  required,
  tooLong,
} from '../../../src/plugin-api/index.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';
import { validateList } from '../names.validation.js';
import type { DeviceSelector } from './device-request.v1.js';
import type { DeviceExpressions } from './device-expressions.js';

const MAX_EXPRESSION_BYTES = 10_240;
const MAX_SELECTORS = 32;
/** The most that one selector may cost, by estimate. */
const MAX_COST = 1_000_000;

/** The circumstances of what is asked for. */
export interface SelectorRules {
  /** True if they are stored already. */
  readonly isStored: boolean;
  readonly expressions: DeviceExpressions;
  /** True if constraints may demand that devices differ. */
  readonly isDistinguishing: boolean;
}

/** Checks conditions that devices must meet. */
export function validateSelectors(
  selectors: readonly DeviceSelector[] | undefined,
  path: FieldPath,
  rules: SelectorRules,
): FieldError[] {
  return validateList(selectors, path, {
    max: MAX_SELECTORS,
    check: ({ cel }, place) => {
      if (!cel) return [required(place.child('cel'))];
      return expressionErrors(cel.expression, place.child('cel', 'expression'), rules);
    },
  });
}

function expressionErrors(expression: string, path: FieldPath, rules: SelectorRules): FieldError[] {
  const isCompiled = hasRule({ since: '1.33' });
  if (!isCompiled && expression.trim() === '') return [required(path)];
  if (rules.isStored && hasRule({ since: '1.35' })) return [];
  if (Buffer.byteLength(expression) > MAX_EXPRESSION_BYTES) return [tooLong(path, MAX_EXPRESSION_BYTES)];
  return isCompiled ? compilationErrors(expression, path, rules.expressions) : [];
}

function compilationErrors(expression: string, path: FieldPath, expressions: DeviceExpressions): FieldError[] {
  const { error, cost } = expressions.compile(expression);
  if (error !== undefined) return [invalid(path, expression, error)];
  return cost > MAX_COST ? [forbidden(path, 'too complex, exceeds cost limit')] : [];
}
