import { createHash } from 'node:crypto';
import {
  type FieldError,
  FieldPath,
  MAX_SHOWN_IN_SUM,
  cutList,
  goQuote,
  goUnstructured,
  GoValue,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from '../../apimachinery/index.js';

/**
 * One fault of one value in the wording of upstream's validators. Faults with equal messages count once; `toFieldError`
 * creates the cause of the answer.
 */
export interface ValueError {
  readonly message: string;
  toFieldError(): FieldError;
}

/** Where a value stands, in the spelling of messages: members and map keys by a dot, elements in brackets. */
export type RawPath = string;

/** Returns the error for a value of the wrong type or format. */
export function wrongType(path: RawPath, expected: string, got: unknown): ValueError {
  const message = `${path} in body must be of type ${expected}: ${typeof got === 'string' ? goQuote(got) : String(got)}`;
  return { message, toFieldError: () => typeInvalid(fieldPath(path), got, message) };
}

/** Returns the error for a missing required member. */
export function missing(path: RawPath): ValueError {
  return { message: `${path} in body is required`, toFieldError: () => required(fieldPath(path)) };
}

/**
 * Returns the error for a value outside the enumeration. Errors of one place whose values are the same count once: the
 * message is never shown, so it has a digest in place of all listed values.
 */
export function notListed(path: RawPath, value: unknown, listed: readonly unknown[]): ValueError {
  const { texts, digest } = textsOf(listed);
  return {
    message: `${path} in body should be one of ${digest}`,
    toFieldError: () => notSupported(fieldPath(path), shown(value), texts),
  };
}

interface ListedTexts {
  /** As many of the values as an error shows. */
  readonly texts: readonly string[];
  readonly digest: string;
}

/** Lists of values are part of schemas, and every element of a list may be none of them. */
const listedTexts = new WeakMap<readonly unknown[], ListedTexts>();

function textsOf(listed: readonly unknown[]): ListedTexts {
  const known = listedTexts.get(listed);
  if (known) return known;
  const texts = listed.map((each) => (typeof each === 'string' ? each : jsonText(each)));
  const digest = createHash('sha256').update(texts.join(' ')).digest('base64');
  const made = { texts: cutList(texts, (text) => text.length, MAX_SHOWN_IN_SUM), digest };
  listedTexts.set(listed, made);
  return made;
}

/** Returns the error for a text longer than `max` characters. */
export function longText(path: RawPath, max: number): ValueError {
  const message = `${path} in body should be at most ${max} chars long`;
  return { message, toFieldError: () => tooLong(fieldPath(path), max) };
}

/** Returns the error for a list or a map with more than `max` elements. */
export function manyElements(
  path: RawPath,
  { noun, actual, max }: { readonly noun: 'items' | 'properties'; readonly actual: number; readonly max: number },
): ValueError {
  const message = `${path} in body should have at most ${max} ${noun}`;
  return { message, toFieldError: () => tooMany(fieldPath(path), actual, max) };
}

/** Returns the error for a value outside a limit; `rule` continues the sentence `PATH in body `. */
export function outOfLimits(path: RawPath, value: unknown, rule: string): ValueError {
  return withMessage(path, value, `${path} in body ${rule}`);
}

/** Returns the error for a value that breaks a rule; the message is complete. */
export function withMessage(path: RawPath, value: unknown, message: string): ValueError {
  return { message, toFieldError: () => invalid(fieldPath(path), shown(value), message) };
}

/** Returns the error for a value that fails a junctor; upstream reports it without a field. */
export function junctorError(path: RawPath, rule: string): ValueError {
  const message = `${goQuote(path)} ${rule}`;
  return { message, toFieldError: () => invalid(FieldPath.of(), '', message) };
}

/** Returns an error that upstream reports without a field; the message is complete. */
export function plainError(message: string): ValueError {
  return { message, toFieldError: () => invalid(FieldPath.of(), '', message) };
}

function fieldPath(path: RawPath): FieldPath {
  const name = path.startsWith('.') ? path.slice(1) : path;
  return name === '' ? FieldPath.of() : FieldPath.of(name);
}

/** Lists and maps are shown as Go prints them. */
function shown(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof GoValue) ? goUnstructured(value) : value;
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) => (typeof v === 'bigint' ? Number(v) : v));
}
