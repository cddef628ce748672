import { quoteBytes } from './time.js';
import { withoutTrailing } from './trailing.js';

/**
 * Text that is no duration; the message is that of Go's `time.ParseDuration`.
 *
 * @internal
 * @example
 * if (error instanceof DurationError) logger.warn(error.message);
 */
export class DurationError extends Error {
  override readonly name = 'DurationError';
}

const NANOSECONDS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  '\u00b5s': 1_000n,
  '\u03bcs': 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
const MAX = 2n ** 63n - 1n;
const SECOND = NANOSECONDS.s;

/**
 * Reads `1h30m`, `1.5s`, `-2m`, `0` into nanoseconds; throws DurationError.
 *
 * @internal
 * @example
 * const nanoseconds = parseDuration('1h30m');
 */
export function parseDuration(text: string): bigint {
  const unsigned = text.replace(/^[+-]/, '');
  if (unsigned === '0') return 0n;
  if (unsigned === '') throw new DurationError(`time: invalid duration ${quoteBytes(text)}`);
  let total = 0n;
  for (let rest = unsigned; rest !== '';) {
    const part = /^(\d*)(?:\.(\d*))?/.exec(rest) as RegExpExecArray;
    const [number, whole, fraction = ''] = part;
    // A number too large for 64 bits is refused before its unit is looked at.
    if (whole + fraction === '' || BigInt(whole.slice(0, 40) || '0') > MAX + 1n)
      throw new DurationError(`time: invalid duration ${quoteBytes(text)}`);
    const unit = /^[^.\d]*/.exec(rest.slice(number.length))?.[0] ?? '';
    total += amountOf(whole, fraction, unitSize(unit, text));
    if (total > MAX) throw new DurationError(`time: invalid duration ${quoteBytes(text)}`);
    rest = rest.slice(number.length + unit.length);
  }
  return text.startsWith('-') ? -total : total;
}

function unitSize(unit: string, text: string): bigint {
  if (unit === '') throw new DurationError(`time: missing unit in duration ${quoteBytes(text)}`);
  if (Object.hasOwn(NANOSECONDS, unit)) return NANOSECONDS[unit];
  throw new DurationError(`time: unknown unit ${quoteBytes(unit)} in duration ${quoteBytes(text)}`);
}

function amountOf(whole: string, fraction: string, unit: bigint): bigint {
  const decimals = fraction.slice(0, 18);
  return (
    BigInt(whole === '' ? 0 : whole.slice(0, 40)) * unit +
    (BigInt(decimals || '0') * unit) / 10n ** BigInt(decimals.length)
  );
}

/**
 * Writes nanoseconds as Go does: `1h0m0s`, `1.5s`, `250ms`, `0s`.
 *
 * @internal
 * @example
 * const text = formatDuration(90_000_000_000n);
 */
export function formatDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s';
  const sign = nanoseconds < 0n ? '-' : '';
  const amount = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  if (amount < SECOND) return sign + formatBelowSecond(amount);
  const seconds = decimal(amount % (60n * SECOND), SECOND);
  const minutes = amount / (60n * SECOND);
  if (minutes === 0n) return `${sign}${seconds}s`;
  return minutes < 60n ? `${sign}${minutes}m${seconds}s` : `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}s`;
}

function formatBelowSecond(amount: bigint): string {
  if (amount < NANOSECONDS.us) return `${amount}ns`;
  return amount < NANOSECONDS.ms ? `${decimal(amount, 1_000n)}\u00b5s` : `${decimal(amount, 1_000_000n)}ms`;
}

function decimal(amount: bigint, unit: bigint): string {
  const digits = String(unit).length - 1;
  const fraction = withoutTrailing(String(amount % unit).padStart(digits, '0'), '0');
  return fraction === '' ? `${amount / unit}` : `${amount / unit}.${fraction}`;
}

/**
 * Writes an age as tables show it: two units while they matter, one when it is old. Takes milliseconds.
 *
 * @internal
 * @example
 * const age = humanDuration(90_000);
 */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  // A small negative age is a difference of two clocks, not an error.
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(seconds / 60);
  if (minutes < 10) return twoUnits(minutes, seconds % 60, 'ms');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(minutes / 60);
  if (hours < 8) return twoUnits(hours, minutes % 60, 'hm');
  if (hours < 48) return `${hours}h`;
  return humanDays(Math.trunc(hours / 24), hours % 24);
}

function humanDays(days: number, hours: number): string {
  if (days < 8) return twoUnits(days, hours, 'dh');
  if (days < 365 * 2) return `${days}d`;
  const years = Math.trunc(days / 365);
  return days < 365 * 8 ? twoUnits(years, days % 365, 'yd') : `${years}y`;
}

/** The letters of a unit and of the one below it. */
type UnitPair = 'ms' | 'hm' | 'dh' | 'yd';

function twoUnits(major: number, minor: number, units: UnitPair): string {
  return minor === 0 ? `${major}${units[0]}` : `${major}${units[0]}${minor}${units[1]}`;
}
