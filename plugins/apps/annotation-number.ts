import { DecodeError } from '../../src/plugin-api/built-in.js';

const MAX = 2n ** 63n - 1n;

/** Reads a 64-bit number that an annotation holds. Throws DecodeError, worded as Go's, for anything else. */
export function parseAnnotationNumber(text: string): number {
  const fault = (why: string): DecodeError =>
    new DecodeError(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
  if (!/^[+-]?\d+$/.test(text)) throw fault('invalid syntax');
  const value = BigInt(text.replace('+', ''));
  if (value > MAX || value < -MAX - 1n) throw fault('value out of range');
  return Number(value);
}
