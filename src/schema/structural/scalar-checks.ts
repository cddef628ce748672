import { goFloat, GoValue } from '../../apimachinery/index.js';
import { rangeError } from './number-range.js';
import { isFloat } from './number-kind.js';
import type { CheckResult, Place } from './check-result.js';
import type { NumberLimits, ValueCheck } from './value-check.js';
import { type ValueError, longText, notListed, outOfLimits, withMessage, wrongType } from './value-error.js';

const MAX_SAFE = 2 ** 53 - 1;
const EPSILON = 1e-9;

/** Checks the type of a value, null included (upstream: typeValidator). */
export function checkType(check: ValueCheck, place: Place): ValueError | undefined {
  const { types, format, nullable } = check;
  const { path, value } = place;
  if (value === null) {
    return types.length > 0 && !nullable ? wrongType(path, types.join(','), 'null') : undefined;
  }
  const { type, goFormat } = typeOf(place);
  const isWhole = type === 'number' && isJsonInteger(Number(value)) && types.includes('integer');
  const fits = types.includes(type) || isWhole || (type === 'integer' && types.includes('number'));
  const isTextual = typeof value === 'string' || Array.isArray(value);
  if (format !== '' && !isTextual && !fits && goFormat !== format) return wrongType(path, format, goFormat);
  // A format stands for the type: any text or list is passed to the check of the format.
  if (format !== '' && isTextual && !types.includes('number') && !types.includes('integer')) return undefined;
  return fits ? undefined : wrongType(path, types.join(','), type);
}

/** The JSON type of a value, and the format that Go's type for it has. */
function typeOf({ value, owner, member }: Place): { readonly type: string; readonly goFormat: string } {
  if (typeof value === 'string') return { type: 'string', goFormat: '' };
  if (typeof value === 'boolean') return { type: 'boolean', goFormat: '' };
  if (typeof value === 'number' || typeof value === 'bigint') {
    const isDecimal = isFloat(value, owner, member);
    return isDecimal ? { type: 'number', goFormat: 'float64' } : { type: 'integer', goFormat: 'int64' };
  }
  return { type: Array.isArray(value) ? 'array' : 'object', goFormat: '' };
}

/** Checks the limits and the format of a text: of the limits, the first that is broken counts. */
export function checkString(check: ValueCheck, { path, value }: Place, result: CheckResult): void {
  const text = value as string;
  result.add(brokenLimit(check, path, text));
  result.passed++;
  if (!check.hasFormat) return;
  if (!check.hasFormat(text)) result.add(wrongType(path, check.format, text));
  result.passed++;
}

function brokenLimit({ string }: ValueCheck, path: string, text: string): ValueError | undefined {
  if (!string) return undefined;
  const { minLength, maxLength, matches, pattern } = string;
  if (maxLength !== undefined && isLonger(text, maxLength)) return longText(path, maxLength);
  if (minLength !== undefined && minLength > 0 && !isLonger(text, minLength - 1)) {
    return outOfLimits(path, text, `should be at least ${minLength} chars long`);
  }
  return matches && !matches(text) ? outOfLimits(path, text, `should match '${pattern}'`) : undefined;
}

/** Reports whether a text has more than `max` characters; units of UTF-16 are counted only where they can make a difference. */
export function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max + 1 || [...text].length > max;
}

/** Checks the limits of a number. Go compares integers as such, with the limits cut to integers. */
export function checkNumber(check: ValueCheck, place: Place, result: CheckResult): void {
  const limits = check.number;
  result.passed += 2;
  const { range } = check;
  const given = place.value as number | bigint;
  if (range) result.add(rangeError(range, given, { path: place.path, what: 'Checked' }));
  if (!limits) return;
  const isDecimal = isFloat(place.value as number | bigint, place.owner, place.member);
  const value = Number(place.value);
  // A limit that is no number of the range is compared as a float.
  const isForeign = (limit: number, what: string): boolean => {
    const foreign = range && rangeError(range, limit, { path: place.path, what });
    result.add(foreign);
    return foreign !== undefined;
  };
  const formOf = (limit: number | undefined, what: string): LimitForm => {
    return limit !== undefined && (isForeign(limit, what) || isDecimal) ? FLOATING : WHOLE;
  };
  const shown = isDecimal ? new GoValue(goFloat(value)) : place.value;
  result.add(checkMultiple(limits, place, { value, isDecimal, shown, ...formOf(limits.multipleOf, 'MultipleOf') }));
  const above = limits.exclusiveMaximum ? (a: number, b: number) => a >= b : (a: number, b: number) => a > b;
  const below = limits.exclusiveMinimum ? (a: number, b: number) => a <= b : (a: number, b: number) => a < b;
  const least = formOf(limits.minimum, 'Minimum boundary');
  if (limits.minimum !== undefined && below(value, least.cut(limits.minimum))) {
    const relation = limits.exclusiveMinimum ? 'greater than' : 'greater than or equal to';
    result.add(outOfLimits(place.path, shown, `should be ${relation} ${least.print(least.cut(limits.minimum))}`));
  }
  const most = formOf(limits.maximum, 'Maximum boundary');
  if (limits.maximum !== undefined && above(value, most.cut(limits.maximum))) {
    const relation = limits.exclusiveMaximum ? 'less than' : 'less than or equal to';
    result.add(outOfLimits(place.path, shown, `should be ${relation} ${most.print(most.cut(limits.maximum))}`));
  }
}

/** How a limit is compared with a number, and printed. */
interface LimitForm {
  readonly cut: (limit: number) => number;
  readonly print: (limit: number) => string;
}

const WHOLE: LimitForm = { cut: Math.trunc, print: String };
const FLOATING: LimitForm = { cut: (limit) => limit, print: goFloat };

interface ComparedNumber extends LimitForm {
  readonly value: number;
  readonly isDecimal: boolean;
  readonly shown: unknown;
}

function checkMultiple(
  { multipleOf }: NumberLimits,
  { path }: Place,
  { value, isDecimal, shown, cut, print }: ComparedNumber,
): ValueError | undefined {
  if (multipleOf === undefined) return undefined;
  const factor = cut(multipleOf);
  if (factor <= 0) {
    const text = `factor MultipleOf declared for ${path} must be positive: ${print(factor)}`;
    return withMessage(path, factor, text);
  }
  if (isDecimal ? isJsonInteger(factor < 1 ? (1 / factor) * value : value / factor) : value % factor === 0)
    return undefined;
  return outOfLimits(path, shown, `should be a multiple of ${print(factor)}`);
}

/** Reports whether a float stands for an integer that JSON keeps, a small error aside (upstream: swag.IsFloat64AJSONInteger). */
function isJsonInteger(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > MAX_SAFE) return false;
  const whole = Math.trunc(value);
  if (whole === value) return true;
  if (whole === 0) return false;
  return Math.abs(value - whole) / (Math.abs(value) + Math.abs(whole)) < EPSILON;
}

/** Checks that a value is a listed one. */
export function checkEnum({ enum: listed }: ValueCheck, place: Place): ValueError | undefined {
  const { path, value, owner, member } = place;
  if (listed.isEmpty || listed.has(value)) return undefined;
  const isDecimal = typeof value === 'number' && isFloat(value, owner, member);
  return notListed(path, isDecimal ? new GoValue(goFloat(value)) : value, listed.all);
}
