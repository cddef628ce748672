import { hasRule, invalid, notSupported, required, tooLong, tooMany } from '../apimachinery/index.js';
import { type FieldCheck, recordOf } from './type-metadata.js';

/** How a missing value is found and reported. */
interface RequiredOptions {
  readonly ofEmpty?: boolean;
  /** The last release that reports the detail. */
  readonly detailUntil?: string;
}

/**
 * Requires that the field is set: not undefined, no empty list, no empty text, no zero. A pointer to the empty text or to zero is
 * set, unless `ofEmpty` says that it is not.
 */
export function Required(detail = '', { ofEmpty = false, detailUntil }: RequiredOptions = {}): PropertyDecorator {
  return addCheck(ofEmpty ? 'content' : 'presence', (value, path, errors) => {
    const isEmpty = Array.isArray(value) ? value.length === 0 : !value;
    if (isEmpty) errors.push(required(path, hasRule({ until: detailUntil }) ? detail : ''));
  });
}

/** Requires that the list has at most so many elements. */
export function MaxItems(most: number): PropertyDecorator {
  return addCheck('field', (value, path, errors) => {
    if (Array.isArray(value) && value.length > most) errors.push(tooMany(path, value.length, most));
  });
}

/** Requires that the text is one of the given ones, which an error lists in this order. */
export function OneOf(...values: readonly string[]): PropertyDecorator {
  return addCheck('value', (value, path, errors) => {
    if (!values.includes(value as string)) errors.push(notSupported(path, value, values));
  });
}

/** Requires that the number is at least the given one. */
export function AtLeast(least: number, detail = `must be greater than or equal to ${least}`): PropertyDecorator {
  return addCheck('value', (value, path, errors) => {
    if ((value as number) < least) errors.push(invalid(path, value, detail));
  });
}

/** Requires that the number is at most the given one. */
export function AtMost(most: number, detail = `must be less than or equal to ${most}`): PropertyDecorator {
  return addCheck('value', (value, path, errors) => {
    if ((value as number) > most) errors.push(invalid(path, value, detail));
  });
}

/** Requires that the text has at most so many bytes. */
export function MaxBytes(most: number): PropertyDecorator {
  return addCheck('value', (value, path, errors) => {
    if (Buffer.byteLength(value as string) > most) errors.push(tooLong(path, most));
  });
}

/**
 * Requires that the text or number has a form: `faults` returns a message for each way in which it has not. Empty texts and zero, which
 * stand for nothing, are only looked at with `ofEmpty`.
 */
export function Format<T extends string | number>(
  faults: (value: T) => readonly string[],
  { ofEmpty = false }: { readonly ofEmpty?: boolean } = {},
): PropertyDecorator {
  return addCheck('value', (value, path, errors) => {
    if (!value && !ofEmpty) return;
    for (const message of faults(value as T)) errors.push(invalid(path, value, message));
  });
}

function addCheck(of: FieldCheck['of'], check: FieldCheck['check']): PropertyDecorator {
  return (target, name) => {
    const checks = (recordOf(target.constructor).checks ??= new Map());
    // Decorators are called from the last one up, and rules are checked from the first one down.
    checks.set(String(name), [{ of, check }, ...(checks.get(String(name)) ?? [])]);
  };
}
