import {
  canonicalPlainQuantity,
  MAX_SUFFIX_EXPONENT,
  readQuantityText,
  suffixFor,
  type QuantityFormat,
  type QuantityText,
} from './quantity-syntax.js';

export { QuantityError, type QuantityFormat } from './quantity-syntax.js';

/** Quantities that were read lately: the same few are read again and again, several times in each write. */
const KNOWN = new Map<string, Quantity>();
const MOST_KNOWN = 4096;
/** Engines copy such a short text; a longer one may be a part of the body of a request, and would keep all of it. */
const LONGEST_KNOWN = 12;

function keep(text: string, quantity: Quantity): Quantity {
  if (text.length > LONGEST_KNOWN) return quantity;
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  KNOWN.set(text, quantity);
  return quantity;
}

const NANO = -9;
const MAX_BINARY = 2n ** 63n - 1n;

/**
 * An exact amount with the format it is written in (upstream: resource.Quantity). Immutable.
 * Amounts finer than a nano are rounded away from zero when they are read.
 *
 * @public
 * @example
 * const total = Quantity.parse('500m').add(Quantity.parse('2'));
 */
export class Quantity {
  private written: string | undefined = undefined;

  /** The amount is `unscaled * 10^scale`; scale is never below -9. */
  private constructor(
    private readonly unscaled: bigint,
    private readonly scale: number,
    readonly format: QuantityFormat,
  ) {}

  /** Nothing, in decimal form. */
  static readonly zero = new Quantity(0n, 0, 'DecimalSI');

  /** Reads a text such as `1.5Gi`; throws QuantityError. */
  static parse(text: string): Quantity {
    return KNOWN.get(text) ?? keep(text, Quantity.read(text));
  }

  private static read(text: string): Quantity {
    const parts = readQuantityText(text);
    return parts.base === 2 ? Quantity.fromBinary(parts) : Quantity.fromDecimal(parts);
  }

  /** Reads what JSON may hold: a text, a number, or null for zero; throws QuantityError. */
  static fromJson(value: string | number | bigint | null): Quantity {
    if (value === null) return Quantity.zero;
    const text = String(value);
    return KNOWN.get(text) ?? Quantity.parse(text.trim());
  }

  /** Returns a whole amount. */
  static ofInteger(value: bigint | number, format: QuantityFormat = 'DecimalSI'): Quantity {
    return new Quantity(BigInt(value), 0, format);
  }

  /** Returns an amount of thousandths. */
  static ofMilli(value: bigint | number, format: QuantityFormat = 'DecimalSI'): Quantity {
    return new Quantity(BigInt(value), -3, format);
  }

  /** -1, 0 or 1. */
  get sign(): -1 | 0 | 1 {
    return this.unscaled === 0n ? 0 : this.unscaled < 0n ? -1 : 1;
  }

  /** True for nothing at all. */
  get isZero(): boolean {
    return this.unscaled === 0n;
  }

  /** Returns the amount in whole units, rounded away from zero. */
  value(): bigint {
    return this.scaledValue(0);
  }

  /** Returns the amount in thousandths, rounded away from zero. */
  milliValue(): bigint {
    return this.scaledValue(-3);
  }

  /** Returns the amount in units of `10^scale`, rounded away from zero. */
  scaledValue(scale: number): bigint {
    return rescale(this.unscaled, this.scale, scale);
  }

  /** Returns the nearest floating point number, for ratios and metrics. */
  toNumber(): number {
    return Number(`${this.unscaled}e${this.scale}`);
  }

  /** Orders amounts: negative when this one is less. */
  compare(other: Quantity): -1 | 0 | 1 {
    const scale = Math.min(this.scale, other.scale);
    const difference = rescale(this.unscaled, this.scale, scale) - rescale(other.unscaled, other.scale, scale);
    return difference === 0n ? 0 : difference < 0n ? -1 : 1;
  }

  /** Reports whether two amounts are the same, however they are written. */
  equals(other: Quantity): boolean {
    return this.compare(other) === 0;
  }

  /** Returns the sum, in this quantity's format (the other's when this one is zero). */
  add(other: Quantity): Quantity {
    const scale = Math.min(this.scale, other.scale);
    const sum = rescale(this.unscaled, this.scale, scale) + rescale(other.unscaled, other.scale, scale);
    return new Quantity(sum, scale, this.isZero ? other.format : this.format);
  }

  /** Returns the difference, in this quantity's format (the other's when this one is zero). */
  subtract(other: Quantity): Quantity {
    return this.add(other.negate());
  }

  /** Returns the same amount with the other sign. */
  negate(): Quantity {
    return new Quantity(-this.unscaled, this.scale, this.format);
  }

  /** Returns the canonical text: no fraction, the largest suffix that keeps the amount exact. */
  toString(): string {
    return (this.written ??= this.write());
  }

  private write(): string {
    if (this.unscaled === 0n) return '0';
    return this.isWrittenInBinary() ? this.writeBinary() : this.writeDecimal();
  }

  toJSON(): string {
    return this.toString();
  }

  /** Small or fractional amounts would lose precision or read worse with binary suffixes. */
  private isWrittenInBinary(): boolean {
    if (this.format !== 'BinarySI') return false;
    const whole = this.value();
    if (whole > -1024n && whole < 1024n) return false;
    return (
      rescale(whole, 0, this.scale < 0 ? this.scale : 0) === rescale(this.unscaled, this.scale, Math.min(this.scale, 0))
    );
  }

  private writeBinary(): string {
    let amount = this.value();
    let exponent = 0;
    while (exponent < MAX_SUFFIX_EXPONENT.BinarySI && amount % 1024n === 0n) {
      amount /= 1024n;
      exponent += 10;
    }
    return `${amount}${suffixFor(exponent, 'BinarySI')}`;
  }

  private writeDecimal(): string {
    const format = this.format === 'DecimalExponent' ? 'DecimalExponent' : 'DecimalSI';
    let amount = this.unscaled;
    let exponent = this.scale;
    while (amount % 10n === 0n) {
      amount /= 10n;
      exponent++;
    }
    const written = Math.min(Math.floor(exponent / 3) * 3, MAX_SUFFIX_EXPONENT[format]);
    return `${rescale(amount, exponent, written)}${suffixFor(written, format)}`;
  }

  private static fromDecimal({ isNegative, digits, decimals, exponent, format }: QuantityText): Quantity {
    const unscaled = isNegative ? -BigInt(digits) : BigInt(digits);
    const scale = exponent - decimals;
    if (scale >= NANO) return new Quantity(unscaled, scale, format);
    return new Quantity(rescale(unscaled, scale, NANO), NANO, format);
  }

  private static fromBinary({ isNegative, digits, decimals, exponent }: QuantityText): Quantity {
    const scale = Math.max(-decimals, NANO);
    const exact = rescale(BigInt(digits) << BigInt(exponent), -decimals, scale);
    const isTooLarge = rescale(exact, scale, 0) > MAX_BINARY;
    const amount = isTooLarge ? MAX_BINARY : exact;
    const isFraction = !isTooLarge && exact > 0n && exact < 10n ** BigInt(-scale);
    const format = isFraction ? 'DecimalSI' : 'BinarySI';
    return new Quantity(isNegative ? -amount : amount, isTooLarge ? 0 : scale, format);
  }
}

/**
 * Reads a quantity and writes it as the server stores and answers it; throws QuantityError.
 *
 * @internal
 * @example
 * const memory = canonicalQuantity('1024Mi');
 */
export function canonicalQuantity(value: string | number | bigint | null): string {
  if (typeof value !== 'string') return Quantity.fromJson(value).toString();
  return KNOWN.get(value)?.toString() ?? canonicalPlainQuantity(value) ?? Quantity.fromJson(value).toString();
}

/** Expresses `unscaled * 10^from` in units of `10^to`, rounding away from zero. */
function rescale(unscaled: bigint, from: number, to: number): bigint {
  if (from >= to) return from === to ? unscaled : unscaled * powerOfTen(from - to);
  const divisor = powerOfTen(to - from);
  const quotient = unscaled / divisor;
  if (unscaled % divisor === 0n) return quotient;
  return unscaled < 0n ? quotient - 1n : quotient + 1n;
}

const POWERS: readonly bigint[] = Array.from({ length: 19 }, (_, exponent) => 10n ** BigInt(exponent));

function powerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}
