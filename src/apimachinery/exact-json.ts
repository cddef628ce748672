import { randomUUID } from 'node:crypto';
import { LEAST_DIGITS, isDigit, mayHaveLongInteger } from './may-have-long-integer.js';

/** Characters of the longest integer of 64 bits. Longer ones cost more than their length to read. */
export const LONGEST_INTEGER = 20;

/** Random for each process: no text from outside can be mistaken for a number. */
const MARK = `number ${randomUUID()} `;
const MARKED = new RegExp(`"${MARK}([-+.\\deE]+)"`, 'g');

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
/** A number of JSON that is well-formed. */
const NUMERAL = /[-\d][-+.\deE]*/y;
const INTEGER = /^-?\d+$/;

/**
 * Parses JSON as JSON.parse does, which it uses, but for integers of 64 bits beyond 2^53: they come as bigint. `revive` is a
 * reviver of JSON.parse, which does not see those integers. Throws SyntaxError.
 */
export function parseExactJson(text: string, revive?: (name: string, value: unknown) => unknown): unknown {
  const value: unknown = JSON.parse(text, revive);
  if (!mayHaveLongInteger(text)) return value;
  const marked = markLongIntegers(text);
  return marked === text ? value : withIntegers(JSON.parse(marked, revive));
}

/** Writes plain data as JSON, bigint included. */
export function stringifyExactJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch {
    // There is a bigint, or what fails here again.
    return stringifyNumerals(value, (each) => (typeof each === 'bigint' ? String(each) : undefined), indent);
  }
}

/** Writes plain data as JSON with numbers in the spelling of `numeralOf`, which is undefined for all other values. */
export function stringifyNumerals(
  value: unknown,
  numeralOf: (value: unknown) => string | undefined,
  indent?: number,
): string {
  const mark = (_name: string, each: unknown): unknown => {
    const numeral = numeralOf(each);
    return numeral === undefined ? each : MARK + numeral;
  };
  return JSON.stringify(value, mark, indent).replace(MARKED, '$1');
}

/** Returns the value of an integer of JSON, of no more than `LONGEST_INTEGER` characters: bigint beyond 2^53. */
export function integerOf(numeral: string): number | bigint {
  const number = Number(numeral);
  return Number.isSafeInteger(number) ? number : BigInt(numeral);
}

/** Puts long integers of a well-formed text in quotes, behind the mark. */
function markLongIntegers(text: string): string {
  let marked = '';
  let copied = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code !== MINUS && !isDigit(code)) at++;
    else {
      const numeral = numeralAt(text, at);
      if (isLongInteger(numeral)) {
        marked += `${text.slice(copied, at)}"${MARK}${numeral}"`;
        copied = at + numeral.length;
      }
      at += numeral.length;
    }
  }
  return marked + text.slice(copied);
}

/** Where the text continues behind a string, whose quotes are well-formed. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1;
  return at + 1;
}

function numeralAt(text: string, at: number): string {
  NUMERAL.lastIndex = at;
  return NUMERAL.exec(text)![0];
}

function isLongInteger(numeral: string): boolean {
  const { length } = numeral;
  const mayBe = length >= LEAST_DIGITS && length <= LONGEST_INTEGER && INTEGER.test(numeral);
  return mayBe && typeof integerOf(numeral) === 'bigint';
}

/** Puts integers in the place of marked texts. Does not recurse: values may be nested deeper than the stack is. */
function withIntegers(value: unknown): unknown {
  const root: Record<string, unknown> = { value };
  const open: Record<string, unknown>[] = [root];
  for (let holder = open.pop(); holder; holder = open.pop()) {
    for (const name of Object.keys(holder)) {
      const member = holder[name];
      if (typeof member === 'string' && member.startsWith(MARK)) holder[name] = BigInt(member.slice(MARK.length));
      else if (typeof member === 'object' && member !== null) open.push(member as Record<string, unknown>);
    }
  }
  return root.value;
}
