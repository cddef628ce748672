import { DURATION, type FunctionDeclaration, INT, type Overload, STRING, TIMESTAMP } from '../check/index.js';
import { type DurationValue, EvaluationError, floorDivide, SECOND, type TimestampValue } from '../values/index.js';
import { declare, member } from './declare.js';

const MILLISECOND = 1_000_000n;
const DAY = 86_400_000;

type Part = (local: Date) => number;

const PARTS: readonly (readonly [name: string, id: string, part: Part])[] = [
  ['getFullYear', 'timestamp_to_year', (local) => local.getUTCFullYear()],
  ['getMonth', 'timestamp_to_month', (local) => local.getUTCMonth()],
  ['getDayOfYear', 'timestamp_to_day_of_year', dayOfYear],
  ['getDayOfMonth', 'timestamp_to_day_of_month', (local) => local.getUTCDate() - 1],
  ['getDate', 'timestamp_to_day_of_month_1_based', (local) => local.getUTCDate()],
  ['getDayOfWeek', 'timestamp_to_day_of_week', (local) => local.getUTCDay()],
  ['getHours', 'timestamp_to_hours', (local) => local.getUTCHours()],
  ['getMinutes', 'timestamp_to_minutes', (local) => local.getUTCMinutes()],
  ['getSeconds', 'timestamp_to_seconds', (local) => local.getUTCSeconds()],
  ['getMilliseconds', 'timestamp_to_milliseconds', (local) => local.getUTCMilliseconds()],
];

function dayOfYear(local: Date): number {
  const first = new Date(local);
  first.setUTCMonth(0, 1);
  return Math.round((local.getTime() - first.getTime()) / DAY);
}

/** Of lengths of time these are the whole amount. */
const AMOUNTS: Readonly<Record<string, (nanoseconds: bigint) => bigint>> = {
  getHours: (nanoseconds) => nanoseconds / (3600n * SECOND),
  getMinutes: (nanoseconds) => nanoseconds / (60n * SECOND),
  getSeconds: (nanoseconds) => nanoseconds / SECOND,
  getMilliseconds: (nanoseconds) => nanoseconds / MILLISECOND,
};

function overloadsOf([name, id, part]: (typeof PARTS)[number]): Overload[] {
  const inUtc = ({ nanoseconds }: TimestampValue): bigint => BigInt(part(dateOf(nanoseconds)));
  const inZone = ({ nanoseconds }: TimestampValue, zone: string): bigint => {
    return BigInt(part(inTimeZone(dateOf(nanoseconds), zone)));
  };
  const amount = Object.hasOwn(AMOUNTS, name) ? AMOUNTS[name] : undefined;
  const ofDuration = ({ nanoseconds }: DurationValue): bigint => amount!(nanoseconds);
  return [
    member(id, { args: [TIMESTAMP], result: INT, call: inUtc }),
    member(`${id}_with_tz`, { args: [TIMESTAMP, STRING], result: INT, call: inZone }),
    ...(amount
      ? [member(id.replace('timestamp', 'duration'), { args: [DURATION], result: INT, call: ofDuration })]
      : []),
  ];
}

function dateOf(nanoseconds: bigint): Date {
  return new Date(Number(floorDivide(nanoseconds, MILLISECOND)));
}

/** A date whose UTC parts are those that a zone shows at that time. */
function inTimeZone(date: Date, zone: string): Date {
  const offset = /^([+-])?(\d\d):(\d\d)$/.exec(zone);
  if (!offset) return inNamedZone(date, zone);
  const minutes = Number(offset[2]) * 60 + Number(offset[3]);
  return new Date(date.getTime() + (offset[1] === '-' ? -minutes : minutes) * 60_000);
}

const MAX_ZONES = 100;
const zones = new Map<string, Intl.DateTimeFormat>();

function inNamedZone(date: Date, zone: string): Date {
  const written = zoneFormat(zone).formatToParts(date);
  const parts = new Map(written.map(({ type, value }) => [type, Number(value)]));
  // The year before the first one has the number 0.
  const isBeforeFirst = written.some(({ type, value }) => type === 'era' && value.startsWith('B'));
  const year = isBeforeFirst ? 1 - parts.get('year')! : parts.get('year')!;
  const local = new Date(0);
  local.setUTCFullYear(year, parts.get('month')! - 1, parts.get('day')!);
  local.setUTCHours(parts.get('hour')!, parts.get('minute')!, parts.get('second')!, date.getUTCMilliseconds());
  return local;
}

function zoneFormat(zone: string): Intl.DateTimeFormat {
  const known = zones.get(zone);
  if (known) return known;
  const format = newZoneFormat(zone);
  if (zones.size >= MAX_ZONES) zones.delete(zones.keys().next().value!);
  zones.set(zone, format);
  return format;
}

function newZoneFormat(zone: string): Intl.DateTimeFormat {
  const number = 'numeric' as const;
  const parts = {
    era: 'short' as const,
    year: number,
    month: number,
    day: number,
    hour: number,
    minute: number,
    second: number,
  };
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone === '' ? 'UTC' : zone, hourCycle: 'h23', ...parts });
  } catch {
    throw new EvaluationError(`unknown time zone ${zone}`);
  }
}

/** The parts of points in time, and how long lengths of time are. */
export const TIME: readonly FunctionDeclaration[] = PARTS.map((part) => declare(part[0], ...overloadsOf(part)));
