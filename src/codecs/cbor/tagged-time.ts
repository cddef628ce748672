import { TimeError, formatTime, parseTime, withoutTrailing } from '../../apimachinery/index.js';
import { NumberLiteral } from '../../schema/index.js';
import { CborError } from './cbor-error.js';

const NANOSECONDS = 1_000_000_000;
const FIRST_SECOND = -62_167_219_200;
const LAST_SECOND = 253_402_300_799;

/** A text that is marked as a time. Throws CborError for what is none. */
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

/** Seconds since 1970 as a time in RFC 3339, with the fraction they have. Throws CborError for what are none. */
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
