import { TimeError, formatTime, parseTime, withoutTrailing } from '../../apimachinery/index.js';
import { NumberLiteral } from '../../schema/index.js';
import { CborError } from './cbor-error.js';

const NANOSECONDS = 1_000_000_000;
const FIRST_SECOND = -62_167_219_200;
const LAST_SECOND = 253_402_300_799;

/** Returns a text that is tagged as a time. Throws CborError if it is invalid. */
export function checkedTime(text: string): string {
  try {
    parseTime(text);
    return text;
  } catch (error) {
    throw error instanceof TimeError
      ? new CborError(`cbor: cannot set ${text} for time.Time: ${error.message}`)
      : error;
  }
}

/** Formats seconds since 1970 as a time in RFC 3339, with their fraction. Throws CborError for invalid input. */
export function timeOfSeconds(seconds: unknown): string {
  const isNumber = typeof seconds === 'number' || typeof seconds === 'bigint' || seconds instanceof NumberLiteral;
  if (!isNumber) throw new CborError('cbor: tag number 1 must be followed by integer or floating-point number');
  const value = Number(seconds);
  const whole = Math.floor(value);
  if (whole < FIRST_SECOND || whole > LAST_SECOND) {
    const why = 'Time.MarshalText: year outside of range [0,9999]';
    throw new CborError(`cbor: decoded time cannot be represented in RFC3339 format with sub-second precision: ${why}`);
  }
  const text = formatTime({ seconds: whole, nanoseconds: 0 });
  const fraction = Math.floor((value - whole) * NANOSECONDS);
  const decimals = withoutTrailing(String(fraction).padStart(9, '0'), '0');
  return fraction === 0 ? text : text.replace('Z', `.${decimals}Z`);
}
