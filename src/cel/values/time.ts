/** A length of time in nanoseconds. */
export class DurationValue {
  constructor(readonly nanoseconds: bigint) {}
}

/** A point in time, in nanoseconds since 1970. */
export class TimestampValue {
  constructor(readonly nanoseconds: bigint) {}
}

/** Nanoseconds of a second. */
export const SECOND = 1_000_000_000n;

const MAX_DURATION = 2n ** 63n - 1n;
/** The first and the last second of the years 1 to 9999. */
const FIRST_SECOND = -62_135_596_800n;
const LAST_SECOND = 253_402_300_799n;

/** Reports whether a duration fits in 64 bits. */
export function isDurationInRange(nanoseconds: bigint): boolean {
  return nanoseconds <= MAX_DURATION && nanoseconds >= -MAX_DURATION - 1n;
}

/** Reports whether a point in time lies in the years 1 to 9999. */
export function isTimestampInRange(nanoseconds: bigint): boolean {
  return nanoseconds >= FIRST_SECOND * SECOND && nanoseconds < (LAST_SECOND + 1n) * SECOND;
}

/** Divides and rounds down, where the division of bigint rounds towards zero. */
export function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** Parses a timestamp in RFC 3339, to the nanosecond; undefined if it is invalid. */
export function parseTimestamp(text: string): bigint | undefined {
  const parts = RFC_3339.exec(text);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number);
  if (hour > 23 || minute > 59 || second > 59 || day < 1 || day > daysOf(year, month)) return undefined;
  const offset = offsetOf(parts);
  if (offset === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const nanos = BigInt((parts[7] ?? '').slice(0, 9).padEnd(9, '0'));
  return (BigInt(date.getTime() / 1000) - BigInt(offset)) * SECOND + nanos;
}

function daysOf(year: number, month: number): number {
  if (month < 1 || month > 12) return 0;
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
}

function offsetOf([, , , , , , , , sign, hours, minutes]: readonly string[]): number | undefined {
  if (!sign) return 0;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -60 : 60) * (Number(hours) * 60 + Number(minutes));
}

/** Writes a point in time as RFC 3339 does, with as many digits of a second as it needs. */
export function formatTimestamp(nanoseconds: bigint): string {
  const seconds = floorDivide(nanoseconds, SECOND);
  const rest = nanoseconds - seconds * SECOND;
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return `${text}${fraction(rest)}Z`;
}

/** Writes a length of time in seconds. */
export function formatDurationSeconds(nanoseconds: bigint): string {
  const amount = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  return `${nanoseconds < 0n ? '-' : ''}${amount / SECOND}${fraction(amount % SECOND)}s`;
}

function fraction(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '';
  let digits = String(nanoseconds).padStart(9, '0');
  while (digits.endsWith('0')) digits = digits.slice(0, -1);
  return `.${digits}`;
}
