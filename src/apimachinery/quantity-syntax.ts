/** How a quantity writes its magnitude: `k`, `Ki` or `e3`. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** Text that is no quantity; the message is the one clients of the reference know. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError';
}

/** The parts of a quantity's text. `digits` is the number without its point, `decimals` how many follow the point. */
export interface QuantityText {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly decimals: number;
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const FORMAT_MESSAGE = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX_MESSAGE = "unable to parse quantity's suffix";
const NUMERIC_MESSAGE = 'unable to parse numeric part of quantity';

/** Powers beyond this have no use, and would let a few bytes ask for gigabytes of digits. */
const MAX_EXPONENT = 1000;
const MAX_DIGITS = 4096;

const DECIMAL_SUFFIXES: readonly (readonly [string, number])[] = [
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
];

const BINARY_SUFFIXES: readonly (readonly [string, number])[] = [
  ['', 0],
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
];

const DECIMAL_EXPONENT_OF = new Map(DECIMAL_SUFFIXES);
const BINARY_EXPONENT_OF = new Map(BINARY_SUFFIXES.slice(1));
const DECIMAL_SUFFIX_OF = new Map(DECIMAL_SUFFIXES.map(([suffix, exponent]) => [exponent, suffix]));
const BINARY_SUFFIX_OF = new Map(BINARY_SUFFIXES.map(([suffix, exponent]) => [exponent, suffix]));

/** The largest exponent that a format has a suffix for. */
export const MAX_SUFFIX_EXPONENT = { DecimalSI: 18, BinarySI: 60, DecimalExponent: MAX_EXPONENT };

/** Splits a quantity's text; throws QuantityError. */
export function readQuantityText(text: string): QuantityText {
  // Part after part, each as far as it reaches: one pattern for all would try every way to share the digits.
  const signEnd = skip(SIGN, text, 0);
  const wholeEnd = skip(DIGITS, text, signEnd);
  const fractionStart = text[wholeEnd] === '.' ? wholeEnd + 1 : wholeEnd;
  const fractionEnd = fractionStart === wholeEnd ? wholeEnd : skip(DIGITS, text, fractionStart);
  const suffix = text.slice(fractionEnd);
  if (text === '' || !SUFFIX.test(suffix)) throw new QuantityError(FORMAT_MESSAGE);
  const decimals = fractionEnd - fractionStart;
  if (wholeEnd - signEnd + decimals > MAX_DIGITS) throw new QuantityError(NUMERIC_MESSAGE);
  return {
    isNegative: text[0] === '-',
    digits: text.slice(signEnd, wholeEnd) + text.slice(fractionStart, fractionEnd) || '0',
    decimals,
    ...readSuffix(suffix),
  };
}

const SIGN = /[+-]?/y;
const DIGITS = /\d*/y;
const SUFFIX = /^[eEinumkKMGTP]*[-+]?\d*$/;

/** Where a part of a text that begins at `from` ends. */
function skip(part: RegExp, text: string, from: number): number {
  part.lastIndex = from;
  part.test(text);
  return part.lastIndex;
}

function readSuffix(suffix: string): Pick<QuantityText, 'base' | 'exponent' | 'format'> {
  const decimal = DECIMAL_EXPONENT_OF.get(suffix);
  if (decimal !== undefined) return { base: 10, exponent: decimal, format: 'DecimalSI' };
  const binary = BINARY_EXPONENT_OF.get(suffix);
  if (binary !== undefined) return { base: 2, exponent: binary, format: 'BinarySI' };
  const power = /^[eE]([-+]?\d+)$/.exec(suffix);
  const exponent = power === null ? NaN : Number(power[1]);
  if (!(Math.abs(exponent) <= MAX_EXPONENT)) throw new QuantityError(SUFFIX_MESSAGE);
  return { base: 10, exponent, format: 'DecimalExponent' };
}

/** Returns the suffix that stands for an exponent of ten (decimal formats) or two (BinarySI). */
export function suffixFor(exponent: number, format: QuantityFormat): string {
  if (format === 'BinarySI') return BINARY_SUFFIX_OF.get(exponent) ?? '';
  if (format === 'DecimalSI') return DECIMAL_SUFFIX_OF.get(exponent) ?? '';
  return exponent === 0 ? '' : `e${exponent}`;
}

const PLAIN = /^([1-9]\d{0,14})(n|u|m|k|M|G|T|P|Ki|Mi|Gi|Ti|Pi)?$/;
const PROMOTION: Readonly<Record<string, readonly [divisor: number, next: string]>> = {
  n: [1000, 'u'],
  u: [1000, 'm'],
  m: [1000, ''],
  '': [1000, 'k'],
  k: [1000, 'M'],
  M: [1000, 'G'],
  G: [1000, 'T'],
  T: [1000, 'P'],
  P: [1000, 'E'],
  Ki: [1024, 'Mi'],
  Mi: [1024, 'Gi'],
  Gi: [1024, 'Ti'],
  Ti: [1024, 'Pi'],
  Pi: [1024, 'Ei'],
};

/** Returns the canonical form of the plain texts that nearly all quantities are, or undefined for the rest. */
export function canonicalPlainQuantity(text: string): string | undefined {
  if (text === '0') return text;
  const match = PLAIN.exec(text);
  if (match === null) return undefined;
  let number = Number(match[1]);
  let suffix = match[2] ?? '';
  // Binary texts near the cap have to be compared with it exactly.
  if (suffix.endsWith('i') && match[1].length > 3) return undefined;
  for (let step = PROMOTION[suffix]; step !== undefined && number % step[0] === 0; step = PROMOTION[suffix]) {
    number /= step[0];
    suffix = step[1];
  }
  return `${number}${suffix}`;
}
