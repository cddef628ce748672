import { hasRule } from './checked-release.js';
import { cutList, cutText } from './bounded-text.js';
import { MAX_FIELD_ERRORS, MAX_SHOWN_FIELD, MAX_SHOWN_IN_SUM, MAX_SHOWN_VALUE } from './limits.js';
import { jsonHead } from './json-head.js';
import type { FieldPath } from './field-path.js';
import { goQuote, goSlice, goStringMap, GoValue } from './go-syntax.js';

/**
 * Machine-readable reason of one invalid field (upstream: metav1.CauseType).
 *
 * @public
 * @example
 * const isMissing = ({ reason }: FieldError) => reason === ('FieldValueRequired' satisfies FieldErrorReason);
 */
export type FieldErrorReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueDuplicate'
  | 'FieldValueNotFound'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'InternalError';

/**
 * One fault of one field. `message` is the cause's text without the field name.
 *
 * @public
 * @example
 * const errors: FieldError[] = [required(path.child('pier'))];
 */
export interface FieldError {
  readonly reason: FieldErrorReason;
  readonly field: string;
  readonly message: string;
}

/** Thrown by the making of a field error when there are enough; `collectFieldErrors` ends the check with those there are. */
export class TooManyFieldErrors extends Error {}

/** The errors that were made by the check that is running; validation is synchronous, so there is one at a time. */
let made: FieldError[] | undefined;

/**
 * Runs a check of a whole object, but no longer than until it has made as many errors as are reported; then
 * these are answered in the order they were found. Rules stay plain functions that answer all they find.
 *
 * @internal
 * @example
 * const errors = collectFieldErrors(() => [required(path.child('pier'))]);
 */
export function collectFieldErrors(check: () => FieldError[]): FieldError[] {
  const outer = made;
  const own: FieldError[] = (made = []);
  try {
    return check();
  } catch (error) {
    if (error instanceof TooManyFieldErrors) return own;
    throw error;
  } finally {
    made = outer;
  }
}

function counted(error: FieldError): FieldError {
  if (made && made.push(error) >= MAX_FIELD_ERRORS) throw new TooManyFieldErrors();
  return error;
}

/**
 * Returns the error for a missing required value.
 *
 * @public
 * @example
 * const error = required(path.child('pier'), 'every berth is at a pier');
 */
export function required(path: FieldPath, detail = ''): FieldError {
  return fieldError(path, 'FieldValueRequired', withDetail('Required value', detail));
}

/**
 * Returns the error for a value that is malformed or not allowed; the value is shown.
 *
 * @public
 * @example
 * const error = invalid(path.child('length'), 0, 'must be positive');
 */
export function invalid(path: FieldPath, value: unknown, detail = ''): FieldError {
  return fieldError(path, 'FieldValueInvalid', withDetail(`Invalid value: ${showValue(value)}`, detail));
}

/**
 * Returns the error for a value that is not allowed, without showing it.
 *
 * @internal
 * @example
 * const error = invalidUnshown(path.child('token'), 'must be base64');
 */
export function invalidUnshown(path: FieldPath, detail: string): FieldError {
  return fieldError(path, 'FieldValueInvalid', withDetail('Invalid value', detail));
}

/** Returns the error for a value of the wrong type. */
export function typeInvalid(path: FieldPath, value: unknown, detail: string): FieldError {
  return fieldError(path, 'FieldValueTypeInvalid', withDetail(`Invalid value: ${showValue(value)}`, detail));
}

/**
 * Returns the error for a value outside the supported ones.
 *
 * @public
 * @example
 * const error = notSupported(path.child('phase'), 'Sunk', ['Free', 'Docked']);
 */
export function notSupported(path: FieldPath, value: unknown, supported: readonly string[]): FieldError {
  const detail = supported.length > 0 ? `supported values: ${quotedList(supported)}` : '';
  return fieldError(path, 'FieldValueNotSupported', withDetail(`Unsupported value: ${showValue(value)}`, detail));
}

/** Lists of supported values are constants, and as many elements of a value may be none of them. */
const quotedLists = new WeakMap<readonly string[], string>();

function quotedList(texts: readonly string[]): string {
  let quoted = quotedLists.get(texts);
  if (quoted === undefined) quotedLists.set(texts, (quoted = texts.map(goQuote).join(', ')));
  return quoted;
}

/**
 * Returns the error for a well-formed value that may not be used here.
 *
 * @public
 * @example
 * const error = forbidden(path.child('pier'), 'may not be set when the berth is closed');
 */
export function forbidden(path: FieldPath, detail: string): FieldError {
  return fieldError(path, 'FieldValueForbidden', withDetail('Forbidden', detail));
}

/**
 * Returns the error for a value that has to be unique and occurs twice.
 *
 * @public
 * @example
 * const error = duplicate(path.child('ships').index(1), 'aurora');
 */
export function duplicate(path: FieldPath, value: unknown): FieldError {
  return fieldError(path, 'FieldValueDuplicate', `Duplicate value: ${showValue(value)}`);
}

/**
 * Returns the error for a value that refers to something that does not exist.
 *
 * @internal
 * @example
 * const error = notFoundField(path.child('pier'), 'north');
 */
export function notFoundField(path: FieldPath, value: unknown, detail = ''): FieldError {
  return fieldError(path, 'FieldValueNotFound', withDetail(`Not found: ${showValue(value)}`, detail));
}

/**
 * Returns the error for a text or byte value longer than `max` bytes; the value is not shown.
 *
 * @public
 * @example
 * const error = tooLong(path.child('note'), 256);
 */
export function tooLong(path: FieldPath, max: number): FieldError {
  const detail = max >= 0 ? `may not be more than ${amount(max, 'byte')}` : 'value is too long';
  return fieldError(path, 'FieldValueTooLong', withDetail('Too long', detail));
}

/** Before 1.34 one was many, too. */
function amount(count: number, unit: string): string {
  return count === 1 && hasRule({ since: '1.34' }) ? `1 ${unit}` : `${count} ${unit}s`;
}

/**
 * Returns the error for a list of more than `max` elements.
 *
 * @internal
 * @example
 * const error = tooMany(path.child('ships'), 12, 10);
 */
export function tooMany(path: FieldPath, actual: number, max: number): FieldError {
  const detail = max >= 0 ? `must have at most ${amount(max, 'item')}` : 'has too many items';
  return fieldError(path, 'FieldValueTooMany', withDetail(`Too many: ${actual}`, detail));
}

/**
 * Returns the error for a check that could not be executed.
 *
 * @internal
 * @example
 * const error = internalFieldError(path, 'the schema could not be compiled');
 */
export function internalFieldError(path: FieldPath, detail: string): FieldError {
  return fieldError(path, 'InternalError', withDetail('Internal error', detail));
}

/**
 * Writes an error as one text: `spec.replicas: Invalid value: -1: must be …`.
 *
 * @internal
 * @example
 * const text = formatFieldError(required(path.child('pier')));
 */
export function formatFieldError(error: FieldError): string {
  return `${error.field}: ${error.message}`;
}

/**
 * Joins the texts of several errors as an answer's message does; repeated texts are shown once.
 *
 * @internal
 * @example
 * const text = formatFieldErrors([required(path.child('pier')), required(path.child('length'))]);
 */
export function formatFieldErrors(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(formatFieldError))];
  if (texts.length === 1) return texts[0];
  const shown = cutList(texts, (text) => text.length, MAX_SHOWN_IN_SUM);
  const rest = shown.length < texts.length ? `, and ${texts.length - shown.length} more` : '';
  return `[${shown.join(', ')}${rest}]`;
}

function withDetail(head: string, detail: string): string {
  return detail === '' ? head : `${head}: ${detail}`;
}

function fieldError(path: FieldPath, reason: FieldErrorReason, message: string): FieldError {
  const shown = cutText(message, MAX_SHOWN_IN_SUM);
  return counted({ reason, field: cutText(path.toString(), MAX_SHOWN_FIELD), message: shown });
}

/** A value as errors show it, cut where it is long: what a client sent must not come back many times over. */
function showValue(value: unknown): string {
  return cutText(printValue(value), MAX_SHOWN_VALUE);
}

/**
 * Clients match values as the reference prints them: scalars in JSON form, lists and maps of strings in Go's notation, and
 * in JSON since 1.34.
 * Structs come as a GoValue; an absent pointer is shown as the text "null".
 */
function printValue(value: unknown): string {
  const isInJson = hasRule({ since: '1.34' });
  if (value === undefined || value === null) return isInJson ? 'null' : '"null"';
  if (value instanceof GoValue) return isInJson && value.json !== undefined ? inJson(value.json) : value.text;
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'bigint') return value.toString();
  if (isInJson) return inJson(value);
  if (Array.isArray(value) && value.every(isString)) return goSlice('string', value).text;
  if (isStringMap(value)) return goStringMap(value).text;
  return inJson(value);
}

function inJson(value: unknown): string {
  return jsonHead(value, MAX_SHOWN_VALUE);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isStringMap(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isString);
}
