import { givenQuantity, noteGivenQuantity } from '../../apimachinery/index.js';
import { NumberLiteral } from '../number-literal.js';
import { DecodeError } from '../object-shape.js';

const INT64_LIMIT = 2 ** 63;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Returns a JSON number as objects hold it. Go reads integers beyond 64 bits, and whatever is written with a fraction or an
 * exponent, as floats; JavaScript does not distinguish whole ones from integers, so they are noted on `owner`. Throws DecodeError
 * for a number no float can hold.
 */
export function canonicalNumber(value: unknown, owner: object, member: string): unknown {
  if (value instanceof NumberLiteral) {
    if (!Number.isFinite(value.valueOf())) throw tooLarge(value.text);
    noteGivenQuantity(owner, member, value.text);
    return value.valueOf();
  }
  if (typeof value === 'bigint' && (value < MIN_INT64 || value > MAX_INT64)) return Number(value);
  return value;
}

function tooLarge(text: string): DecodeError {
  return new DecodeError(`json: cannot unmarshal number ${text} into Go value of type float64`);
}

/** Reports whether Go holds a number as a float. */
export function isFloat(value: number | bigint, owner: object | undefined, member: string): boolean {
  if (typeof value === 'bigint') return false;
  if (!Number.isInteger(value) || Math.abs(value) >= INT64_LIMIT) return true;
  return owner !== undefined && givenQuantity(owner as Record<string, never>, member as never) !== (value as never);
}
