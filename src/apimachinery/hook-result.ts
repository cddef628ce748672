/**
 * The results that a function of a plugin may return. Types say the same, but not all authors check types, and TypeScript takes
 * `async` where nothing is to be returned.
 */
export interface ResultRule {
  /** `given` is the first argument of the function. */
  readonly isRight: (result: unknown, given: unknown) => boolean;
  /** Follows "expected". */
  readonly wanted: string;
  /** Where work that waits belongs; follows the message about a promise. */
  readonly instead?: string;
  /** True if the function may return a promise, whose value is checked then. */
  readonly mayWait?: boolean;
}

/**
 * The result of a function that has nothing to return. Promises are refused: nothing waits for them. An expression may be the whole
 * function, so other values are dropped, as the language does.
 *
 * @public
 * @example
 * const close = (berth: { phase?: string }): NoPromise => (berth.phase = 'Closed');
 */
export type NoPromise = void | null | undefined | string | number | boolean | (object & { readonly then?: never });

/** Reports whether a value is a promise, of this realm or another. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Returns what is wrong with the result of a function, with the result that is expected; undefined if nothing is. */
export function resultFault(
  result: unknown,
  { isRight, wanted, instead }: ResultRule,
  given: unknown,
): string | undefined {
  if (!isThenable(result))
    return isRight(result, given) ? undefined : `it returned ${shown(result)}; expected ${wanted}`;
  // The fault is reported in its place, and a rejection that nothing handles would end the process.
  result.then(undefined, () => undefined);
  return `it returned a promise, for which nothing waits; expected ${wanted}${instead === undefined ? '' : `; ${instead}`}`;
}

/**
 * Returns a result that a rule accepts, and a promise that is checked where the rule lets the function wait. Throws, or rejects, with
 * WrongResult for any other; `where` names the function.
 */
export function checkedResult<R>(where: string, result: R, rule: ResultRule): R {
  if (!rule.mayWait || !isThenable(result)) return checked(where, result, rule);
  return Promise.resolve(result).then((settled) => checked(where, settled, rule)) as R;
}

function checked<R>(where: string, result: R, rule: ResultRule): R {
  const fault = resultFault(result, rule, undefined);
  if (fault === undefined) return result;
  throw new WrongResult(`${where} failed: ${fault}`, '');
}

/** A function of a plugin has returned what it may not. No function of the plugin is on the stack any more: it has the declaration. */
export class WrongResult extends Error {
  /** The stack of the declaration; private, so that logs do not show it twice. */
  readonly #frames: string;

  constructor(message: string, frames: string) {
    super(message);
    this.name = 'WrongResult';
    this.#frames = frames;
    this.stack = `${String(this)}${frames}`;
  }

  get frames(): string {
    return this.#frames;
  }
}

/** Longer texts are cut: they may be whole documents. */
const LONGEST_SHOWN = 40;

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list with ${shown(value[0])}`;
  if (typeof value === 'string')
    return JSON.stringify(value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const names = Object.keys(value);
  return names.length === 0 ? 'an object without members' : `an object with ${names.slice(0, 3).join(', ')}`;
}

/** The rule of functions that change what they are given. */
export const CHANGES_GIVEN: ResultRule = {
  isRight: (result, given) => result === given || !isObjectOfKind(result),
  wanted: 'nothing: it changes the object that it is given',
};

/** The rule of functions that refuse by throwing: what they return would be taken for consent. */
export const REFUSES_BY_THROWING: ResultRule = {
  isRight: (result) => result === undefined || result === null,
  wanted: 'nothing: it refuses by throwing a StatusError',
  mayWait: true,
};

/** The rule of functions that return errors of fields. */
export const FIELD_ERRORS: ResultRule = {
  isRight: (result) => Array.isArray(result) && result.every(isFieldError),
  wanted: "a list of field errors, such as [invalid(path, value, 'why')], or an empty one",
};

/** The rule of functions that return texts. */
export const TEXTS: ResultRule = {
  isRight: (result) => Array.isArray(result) && result.every((each) => typeof each === 'string'),
  wanted: 'a list of texts, or an empty one',
};

/** The rule of functions that return a text. */
export const TEXT: ResultRule = { isRight: (result) => typeof result === 'string', wanted: 'a text' };

/** The rule of functions that return a text where there is something to say. */
export const OPTIONAL_TEXT: ResultRule = {
  isRight: (result) => result === undefined || typeof result === 'string',
  wanted: 'a text, or undefined',
};

/** The rule of functions that return true or false. */
export const BOOLEAN: ResultRule = { isRight: (result) => typeof result === 'boolean', wanted: 'true or false' };

/** The rule of functions that return a number. */
export const NUMBER: ResultRule = { isRight: Number.isFinite, wanted: 'a number' };

/** The rule of functions that return a number, or undefined. */
export const OPTIONAL_NUMBER: ResultRule = {
  isRight: (result) => result === undefined || Number.isFinite(result),
  wanted: 'a number, or undefined',
};

const CELL_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean']);

/** The rule of the cells of a table. */
export const CELL: ResultRule = {
  isRight: (result) => result === null || CELL_TYPES.has(typeof result),
  wanted: 'a text, a number, true, false or null; column() makes an empty cell of undefined',
};

/** The rule of functions that return a list, whose elements are looked at elsewhere. */
export const LIST: ResultRule = { isRight: Array.isArray, wanted: 'a list' };

/** The rule of functions that return an object of a kind. */
export const API_OBJECT: ResultRule = { isRight: isObjectOfKind, wanted: 'an object with metadata' };

function isObjectOfKind(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { metadata } = value as { readonly metadata?: unknown };
  return typeof metadata === 'object' && metadata !== null;
}

function isFieldError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { field, reason, message } = value as Readonly<Record<string, unknown>>;
  return typeof field === 'string' && typeof reason === 'string' && typeof message === 'string';
}
