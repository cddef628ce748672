import { invalid, type FieldError, type FieldPath } from '../../src/plugin-api/index.js';
import {
  goIntOrString,
  intValueOf,
  isPercent,
  percentOf,
  validateNonNegative,
  type IntOrString,
} from '../../src/plugin-api/built-in.js';

/** Checks a count that is not negative, or a percentage. */
export function validatePositiveIntOrPercent(value: IntOrString | undefined, path: FieldPath): FieldError[] {
  if (typeof value !== 'string') return validateNonNegative(value ?? 0, path);
  return isPercent(value).map((message) => invalid(path, goIntOrString(value), message));
}

/** Checks that a percentage is at most the whole. */
export function validateAtMostAll(value: IntOrString | undefined, path: FieldPath): FieldError[] {
  if (value === undefined || (percentOf(value) ?? 0) <= 100) return [];
  return [invalid(path, goIntOrString(value), 'must not be greater than 100%')];
}

/** Returns the number in a count or percentage; 0 for what is neither. */
export function numberOf(value: IntOrString | undefined): number {
  return value === undefined ? 0 : (percentOf(value) ?? intValueOf(value));
}
