import { isIP } from 'node:net';
import type { PortRange } from './option-groups.js';
import { OptionValueError } from './problem.js';
import { parseEmulatedRelease } from './release.js';

/** How the texts given for a flag become its value. */
export interface FlagKind<T> {
  /** The word that stands for the value in the help; empty for a switch. */
  readonly placeholder: string;
  /** The text that a flag without a value stands for; such a flag never takes the next word. */
  readonly bare?: string;
  /** Reads all occurrences of one source, in order; throws OptionValueError. */
  parse(texts: readonly string[]): T;
  /** Writes a default for the help; empty hides it. */
  format(value: T): string;
}

/** Builds a kind of which the last occurrence counts. */
function scalar<T>(placeholder: string, read: (text: string) => T, format: (value: T) => string = String): FlagKind<T> {
  return { placeholder, parse: (texts) => read(texts[texts.length - 1]), format };
}

/** Any text. */
export const textKind = scalar('string', (text) => text);

/** A file or directory. */
export const pathKind = scalar('path', (text) => text);

/** A switch, spelled as Go's ParseBool takes it. */
export const switchKind: FlagKind<boolean> = { ...scalar('', readSwitch), bare: 'true' };

/** A whole number. */
export const integerKind = scalar('int', readInteger);

/** A number, which may have a fraction. */
export const numberKind = scalar('float', readNumber);

/** A port; 0 has its own meaning for each flag. */
export const portKind = scalar('port', (text) => {
  const port = readInteger(text);
  if (port < 0 || port > 65535) throw new OptionValueError(`${text} is not a port`, 'Give a number from 0 to 65535.');
  return port;
});

/** An IP address. */
export const addressKind = scalar('ip', (text) => {
  if (isIP(text) === 0)
    throw new OptionValueError(`${quote(text)} is not an IP address`, 'Give one such as 127.0.0.1 or ::1.');
  return text;
});

/** A Go duration, as milliseconds. */
export const durationKind = scalar('duration', readDuration, formatDuration);

/** A release to emulate. */
export const releaseKind = scalar('release', parseEmulatedRelease);

/** A range of ports: `30000-32767`, `30000+2767` or one port. */
export const portRangeKind = scalar<PortRange>('from-to', readPortRange, ({ from, to }) => `${from}-${to}`);

/** A list: occurrences add up, each may hold several elements separated by commas, quoted where they hold one. */
export const listKind: FlagKind<readonly string[]> = {
  placeholder: 'strings',
  parse: (texts) => texts.flatMap(splitList),
  format: (values) => values.join(','),
};

/** A list in one text, of which the last occurrence counts (upstream: a plain string that is split later). */
export const lastListKind: FlagKind<readonly string[]> = {
  ...listKind,
  parse: (texts) => splitList(texts[texts.length - 1]),
};

/** A list of which each occurrence is one element, commas included. */
export const repeatedKind: FlagKind<readonly string[]> = {
  placeholder: 'string',
  parse: (texts) => [...texts],
  format: (values) => values.join(','),
};

/** Pairs `key=value`, separated by commas; a key alone has an empty value. */
export const pairsKind: FlagKind<Readonly<Record<string, string>>> = {
  placeholder: 'key=value,...',
  parse: (texts) => Object.fromEntries(texts.flatMap(splitPairs)),
  format: formatPairs,
};

/** Pairs `key=value`, one each time, whatever the value has in it. */
export const pairKind: FlagKind<Readonly<Record<string, string>>> = {
  placeholder: 'key=value',
  parse: (texts) => Object.fromEntries(texts.map(readPair)),
  format: formatPairs,
};

/** Pairs `key=true|false`; the component prefix `kube:` may precede a key. */
export const switchesKind: FlagKind<Readonly<Record<string, boolean>>> = {
  placeholder: 'key=true|false,...',
  parse: (texts) => Object.fromEntries(texts.flatMap(splitPairs).map(readNamedSwitch)),
  format: formatPairs,
};

/** Quotes an element so that `listKind` reads it back as one. */
export function quoteListElement(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function formatPairs(pairs: Readonly<Record<string, string | boolean>>): string {
  return Object.entries(pairs)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}

function readSwitch(text: string): boolean {
  if (/^(1|t|true)$/i.test(text)) return true;
  if (/^(0|f|false)$/i.test(text)) return false;
  throw new OptionValueError(`${quote(text)} is neither true nor false`, 'Use =true or =false.');
}

function readInteger(text: string): number {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(value)) return value;
  throw new OptionValueError(`${quote(text)} is not a whole number`, 'Give digits only.');
}

function readNumber(text: string): number {
  const value = /^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (Number.isFinite(value)) return value;
  throw new OptionValueError(`${quote(text)} is not a number`, 'Give digits, with a fraction if need be.');
}

function readPortRange(text: string): PortRange {
  const match = /^(\d{1,5})(?:([-+])(\d{1,5}))?$/.exec(text);
  const from = Number(match?.[1]);
  const end = Number(match?.[3] ?? from);
  const to = match?.[2] === '+' ? from + end : end;
  if (match !== null && from <= to && to <= 65535) return { from, to };
  throw new OptionValueError(`${quote(text)} is not a range of ports`, 'Write <first>-<last>, up to 65535.');
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

function readDuration(text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/gy)];
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === text;
  if (!isWhole && text !== '0') {
    throw new OptionValueError(
      `${quote(text)} is not a duration`,
      'Write numbers with units, such as 90s, 5m or 1h30m.',
    );
  }
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * MILLISECONDS[unit], 0);
}

function formatDuration(milliseconds: number): string {
  const hours = Math.floor(milliseconds / MILLISECONDS.h);
  const minutes = Math.floor((milliseconds % MILLISECONDS.h) / MILLISECONDS.m);
  const seconds = (milliseconds % MILLISECONDS.m) / 1000;
  if (hours > 0) return `${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
}

/** One line of comma-separated values, with quotes doubled inside of quotes. */
function splitList(text: string): string[] {
  if (text === '') return [];
  const elements = [...text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"(?=,|$)|([^,]*))/g)];
  return elements.map(([, quoted, plain]) => (quoted === undefined ? plain : quoted.replaceAll('""', '"')));
}

function splitPairs(text: string): [string, string][] {
  return text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0 ? [pair.trim(), ''] : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
    });
}

function readPair(text: string): [string, string] {
  const equals = text.indexOf('=');
  if (equals < 0) throw new OptionValueError(`malformed pair, expect string=string`, 'Write <key>=<value>.');
  return [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
}

function readNamedSwitch([key, text]: [string, string]): [string, boolean] {
  const name = key.replace(/^kube:/, '');
  if (text === '') throw new OptionValueError(`missing bool value for ${name}`, `Write ${name}=true or ${name}=false.`);
  return [name, readSwitch(text)];
}

function quote(text: string): string {
  return JSON.stringify(text);
}
