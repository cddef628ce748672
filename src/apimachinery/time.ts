import { cutText } from './bounded-text.js';
import { MAX_SHOWN_VALUE } from './limits.js';

/** Text that is no timestamp; the message is that of Go's `time.Parse`, which clients of the reference know. */
export class TimeError extends Error {
  override readonly name = 'TimeError';
}

/** A point in time: whole seconds since 1970 and the nanoseconds after them. */
export interface Timestamp {
  readonly seconds: number;
  readonly nanoseconds: number;
}

const TIME_LAYOUT = '2006-01-02T15:04:05Z07:00';
const MICRO_TIME_LAYOUT = '2006-01-02T15:04:05.000000Z07:00';
const CANONICAL_TIME = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** Reads an RFC 3339 time, fraction and offset included; throws TimeError. */
export function parseTime(text: string): Timestamp {
  return new LayoutReader(text, TIME_LAYOUT).read();
}

/** Reads an RFC 3339 time with exactly six decimals; throws TimeError. */
export function parseMicroTime(text: string): Timestamp {
  return new LayoutReader(text, MICRO_TIME_LAYOUT).read();
}

/** Rewrites a time as the server answers it: UTC, whole seconds; throws TimeError. */
export function canonicalTime(text: string): string {
  // Every object has times: nothing is cut out of those that are canonical.
  const isCanonical = CANONICAL_TIME.test(text);
  if (isCanonical && isDay(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10))) return text;
  return formatTime(parseTime(text));
}

/** Rewrites a micro time as the server answers it: UTC, six decimals; throws TimeError. */
export function canonicalMicroTime(text: string): string {
  return formatMicroTime(parseMicroTime(text));
}

/**
 * Writes a time in UTC with whole seconds: `2024-02-01T00:01:00Z`.
 *
 * @public
 * @example
 * const lastTransitionTime = formatTime(new Date(clock.now()));
 */
export function formatTime(time: Timestamp | Date): string {
  const seconds = time instanceof Date ? Math.floor(time.getTime() / 1000) : time.seconds;
  return `${isoSeconds(seconds)}Z`;
}

/**
 * Writes a time in UTC with six decimals: `2024-02-01T00:01:00.000000Z`.
 *
 * @internal
 * @example
 * const renewTime = formatMicroTime(new Date(clock.now()));
 */
export function formatMicroTime(time: Timestamp | Date): string {
  const { seconds, nanoseconds } = time instanceof Date ? timestampOf(time) : time;
  const micros = Math.floor(nanoseconds / 1000);
  return `${isoSeconds(seconds)}.${String(micros).padStart(6, '0')}Z`;
}

/** Returns the timestamp of a Date. */
export function timestampOf(date: Date): Timestamp {
  const milliseconds = date.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanoseconds: (milliseconds - seconds * 1000) * 1_000_000 };
}

/** The times of one object, and of writes that come together, are mostly of one second. */
let lastSecond = { seconds: 0, text: '1970-01-01T00:00:00' };

function isoSeconds(seconds: number): string {
  if (seconds === lastSecond.seconds) return lastSecond.text;
  const iso = new Date(seconds * 1000).toISOString();
  lastSecond = { seconds, text: iso.slice(0, iso.indexOf('.')) };
  return lastSecond.text;
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= IN_EVERY_MONTH || day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** Days that all months have. */
const IN_EVERY_MONTH = 28;

/** The number whose decimal digits stand in a part of a text. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let i = from; i < to; i++) number = number * 10 + text.charCodeAt(i) - DIGIT_0;
  return number;
}

const DIGIT_0 = 48;

/** Reads a text element by element along a layout, so that a fault can name the element it stopped at. */
class LayoutReader {
  private rest: string;
  private readonly hasFraction: boolean;

  constructor(
    private readonly text: string,
    private readonly layout: string,
  ) {
    this.rest = text;
    this.hasFraction = layout === MICRO_TIME_LAYOUT;
  }

  read(): Timestamp {
    const year = this.number('2006', { digits: 4 });
    this.literal('-');
    const month = this.number('01', { digits: 2, range: ['month', 1, 12] });
    this.literal('-');
    const day = this.number('02', { digits: 2 });
    this.literal('T');
    const hour = this.number('15', { digits: 2, min: 1, range: ['hour', 0, 23] });
    this.literal(':');
    const minute = this.number('04', { digits: 2, range: ['minute', 0, 59] });
    this.literal(':');
    const second = this.number('05', { digits: 2, range: ['second', 0, 59] });
    const nanoseconds = this.hasFraction ? this.microseconds() : this.anyFraction();
    const offset = this.offset();
    if (this.rest !== '') throw this.fault(`: extra text: ${quoteBytes(this.rest)}`);
    if (!isDay(year, month, day)) throw this.fault(': day out of range');
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    return { seconds: date.getTime() / 1000 + hour * 3600 + minute * 60 + second - offset, nanoseconds };
  }

  private number(
    element: string,
    {
      digits,
      min = digits,
      range,
    }: { digits: number; min?: number; range?: [name: string, low: number, high: number] },
  ): number {
    const found = new RegExp(`^\\d{${min},${digits}}`).exec(this.rest)?.[0];
    if (found === undefined) throw this.cannotParse(this.rest, element);
    this.rest = this.rest.slice(found.length);
    const value = Number(found);
    if (range !== undefined && (value < range[1] || value > range[2])) throw this.fault(`: ${range[0]} out of range`);
    return value;
  }

  private literal(expected: string): void {
    if (!this.rest.startsWith(expected)) throw this.cannotParse(this.rest, expected);
    this.rest = this.rest.slice(expected.length);
  }

  /** A fraction may follow the seconds even though the layout has none. */
  private anyFraction(): number {
    const fraction = /^[.,](\d+)/.exec(this.rest);
    if (fraction === null) return 0;
    this.rest = this.rest.slice(fraction[0].length);
    return Number(fraction[1].slice(0, 9).padEnd(9, '0'));
  }

  private microseconds(): number {
    const fraction = /^[.,](\d{6})/.exec(this.rest);
    if (fraction === null) throw this.cannotParse(this.rest, '.000000');
    this.rest = this.rest.slice(7);
    return Number(fraction[1]) * 1000;
  }

  /** The zone's distance from UTC in seconds. */
  private offset(): number {
    if (this.rest.startsWith('Z')) {
      this.rest = this.rest.slice(1);
      return 0;
    }
    const zone = /^([+-])(\d\d):(\d\d)/.exec(this.rest);
    if (zone === null) throw this.cannotParse(this.rest, 'Z07:00');
    this.rest = this.rest.slice(zone[0].length);
    if (Number(zone[2]) > 24) throw this.fault(': time zone offset hour out of range');
    if (Number(zone[3]) > 60) throw this.fault(': time zone offset minute out of range');
    return (zone[1] === '-' ? -1 : 1) * (Number(zone[2]) * 3600 + Number(zone[3]) * 60);
  }

  private cannotParse(value: string, element: string): TimeError {
    return this.fault(` as ${quoteBytes(this.layout)}: cannot parse ${quoteBytes(value)} as ${quoteBytes(element)}`);
  }

  private fault(message: string): TimeError {
    return new TimeError(`parsing time ${quoteBytes(this.text)}${message}`);
  }
}

/** Returns a text in quotes as Go shows it in errors of times and durations: bytes outside of printable ASCII in hexadecimal. */
export function quoteBytes(text: string): string {
  const bytes = [...Buffer.from(cutText(text, MAX_SHOWN_VALUE))].map((byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    return byte < 0x20 || byte >= 0x80 ? `\\x${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte);
  });
  return `"${bytes.join('')}"`;
}
