import {
  goLabelSelector,
  IMMUTABLE_MESSAGE,
  invalid,
  required,
  validateLabelSelector,
  type FieldError,
  type FieldPath,
  type LabelSelector,
} from '../../src/plugin-api/index.js';
import { isSameValue } from '../core/index.js';

/** Checks that there is a selector, that it is well-formed and that it does not select everything. */
export function validateSelector(
  selector: LabelSelector | null | undefined,
  path: FieldPath,
  owner: string,
): FieldError[] {
  if (!selector) return [required(path)];
  return [...validateLabelSelector(selector, path), ...validateNotEmpty(selector, path, owner)];
}

/** Checks that a selector, where there is one, does not select everything. */
export function validateNotEmpty(
  selector: LabelSelector | null | undefined,
  path: FieldPath,
  owner: string,
): FieldError[] {
  if (!selector || Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length > 0)
    return [];
  return [invalid(path, goLabelSelector(selector), `empty selector is invalid for ${owner}`)];
}

/** Checks that a selector has not changed. */
export function validateSameSelector(
  selector: LabelSelector | null | undefined,
  old: LabelSelector | null | undefined,
  path: FieldPath,
): FieldError[] {
  return isSameValue(selector, old) ? [] : [invalid(path, goLabelSelector(selector), IMMUTABLE_MESSAGE)];
}

/** Tells whether a stored selector holds values that would be refused today. */
export function hasInvalidValues(selector: LabelSelector | null | undefined, path: FieldPath): boolean {
  return validateLabelSelector(selector, path).length > 0;
}
