import { DurationError, parseDuration } from '../../../src/plugin-api/built-in.js';

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DAYS = 'sun mon tue wed thu fri sat'.split(' ');

/** Minute, hour, day of month, month, day of week. */
const FIELDS: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: DAYS },
];

const DESCRIPTORS = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']);

/** Returns the faults of a schedule in cron notation, worded as the reference words it; undefined for a good one. */
export function scheduleFault(schedule: string): string | undefined {
  try {
    checkSchedule(schedule);
    return undefined;
  } catch (error) {
    if (error instanceof ScheduleError) return error.message;
    throw error;
  }
}

class ScheduleError extends Error {
  override readonly name = 'ScheduleError';
}

function checkSchedule(schedule: string): void {
  if (schedule === '') throw new ScheduleError('empty spec string');
  const spec = withoutZone(schedule);
  if (spec.startsWith('@')) return checkDescriptor(spec);
  const fields = spec.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    throw new ScheduleError(`expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`);
  }
  FIELDS.forEach((bounds, i) => checkField(fields[i], bounds));
}

function withoutZone(schedule: string): string {
  const start = /^(?:CRON_)?TZ=/.exec(schedule);
  if (!start) return schedule;
  const blank = schedule.indexOf(' ');
  const end = blank < 0 ? schedule.length : blank;
  const [zone, rest] = [schedule.slice(start[0].length, end), schedule.slice(end)];
  if (!isTimeZone(zone)) throw new ScheduleError(`provided bad location ${zone}: unknown time zone ${zone}`);
  return rest.trim();
}

function checkDescriptor(descriptor: string): void {
  if (DESCRIPTORS.has(descriptor)) return;
  const every = '@every ';
  if (!descriptor.startsWith(every)) throw new ScheduleError(`unrecognized descriptor: ${descriptor}`);
  try {
    parseDuration(descriptor.slice(every.length));
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw new ScheduleError(`failed to parse duration ${descriptor}: ${error.message}`);
  }
}

function checkField(field: string, bounds: Bounds): void {
  for (const part of field.split(',')) if (part !== '') checkRange(part, bounds);
}

function checkRange(text: string, bounds: Bounds): void {
  const [range, step, ...surplus] = text.split('/');
  const limits = range.split('-');
  const isAll = limits[0] === '*' || limits[0] === '?';
  const start = isAll ? bounds.min : numberOf(limits[0], bounds);
  let end = isAll ? bounds.max : start;
  if (!isAll) {
    if (limits.length > 2) throw new ScheduleError(`too many hyphens: ${text}`);
    if (limits.length === 2) end = numberOf(limits[1], bounds);
  }
  if (surplus.length > 0) throw new ScheduleError(`too many slashes: ${text}`);
  const stride = step === undefined ? 1 : integerOf(step);
  if (step !== undefined && limits.length === 1) end = bounds.max;
  checkLimits({ start, end, stride }, bounds, text);
}

function checkLimits(range: { start: number; end: number; stride: number }, { min, max }: Bounds, text: string): void {
  const { start, end, stride } = range;
  if (start < min) throw new ScheduleError(`beginning of range (${start}) below minimum (${min}): ${text}`);
  if (end > max) throw new ScheduleError(`end of range (${end}) above maximum (${max}): ${text}`);
  if (start > end) throw new ScheduleError(`beginning of range (${start}) beyond end of range (${end}): ${text}`);
  if (stride === 0) throw new ScheduleError(`step of range should be a positive number: ${text}`);
}

function numberOf(text: string, { names, min }: Bounds): number {
  const named = names?.indexOf(text.toLowerCase()) ?? -1;
  return named < 0 ? integerOf(text) : named + min;
}

function integerOf(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) {
    const why = `strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
    throw new ScheduleError(`failed to parse int from ${text}: ${why}`);
  }
  const value = Number(text);
  if (value < 0) throw new ScheduleError(`negative number (${value}) not allowed: ${text}`);
  return value;
}

/** Reports whether a name is one of the IANA time zone database; case counts. */
export function isTimeZone(name: string): boolean {
  if (name === '' || name === 'UTC') return true;
  if (/^[+-]/.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}
