import { goQuote } from './go-syntax.js';

/** Text that is no integer; the message is that of Go's `strconv`, which clients of the reference know. */
export class IntegerError extends Error {
  override readonly name = 'IntegerError';
}

/** Reads an integer of 64 bits as Go's `strconv.ParseInt`; throws IntegerError. */
export function parseInt64(text: string): bigint {
  return parse('ParseInt', text, text.startsWith('-') ? 2n ** 63n : 2n ** 63n - 1n);
}

/** Reads an integer from 0 to 2^64-1 as Go's `strconv.ParseUint`; throws IntegerError. */
export function parseUint64(text: string): bigint {
  return parseUnsigned(text, 2n ** 64n - 1n);
}

/** Reads an integer from 0 to 65535 as Go's `strconv.ParseUint`; throws IntegerError. */
export function parseUint16(text: string): number {
  return Number(parseUnsigned(text, 0xffffn));
}

function parseUnsigned(text: string, largest: bigint): bigint {
  if (/^[+-]/.test(text)) throw fault('ParseUint', text, SYNTAX);
  return parse('ParseUint', text, largest);
}

const SYNTAX = 'invalid syntax';

/** More digits than any integer has that is read here. */
const MOST_DIGITS = 20;

function parse(reader: string, text: string, largest: bigint): bigint {
  if (!/^[+-]?\d+$/.test(text)) throw fault(reader, text, SYNTAX);
  const digits = text.replace(/^[+-]?0*/, '');
  const amount = digits.length > MOST_DIGITS ? undefined : BigInt(digits || '0');
  if (amount === undefined || amount > largest) throw fault(reader, text, 'value out of range');
  return text.startsWith('-') ? -amount : amount;
}

function fault(reader: string, text: string, why: string): IntegerError {
  return new IntegerError(`strconv.${reader}: parsing ${goQuote(text)}: ${why}`);
}
