import type { NumberRange } from './value-check.js';
import { type ValueError, plainError } from './value-error.js';

const LIMITS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};
/** The least number that Go does not read as a float of 32 bits. */
const TOO_LARGE = 3.4028235677973366e38;

/**
 * Checks that a number is one of a type and of a format (upstream: IsValueValidAgainstRange, as of 1.36). `what` is the value
 * itself, or the limit that it is compared with.
 */
export function rangeError(
  { type, format }: NumberRange,
  value: number | bigint,
  { path, what }: { readonly path: string; readonly what: string },
): ValueError | undefined {
  if (fits(type, format, value)) return undefined;
  const shown = format === '' ? '(default format)' : `with format ${format}`;
  return plainError(`${what} value must be of type ${type} ${shown} in ${path}`);
}

function fits(type: string, format: string, value: number | bigint): boolean {
  if (type !== 'integer') return format !== 'float' || Math.abs(Number(value)) < TOO_LARGE;
  if (typeof value === 'number' && !Number.isInteger(value)) return false;
  const [least, most] = LIMITS[format] ?? LIMITS.int64;
  const whole = BigInt(value);
  return least <= whole && whole <= most;
}
