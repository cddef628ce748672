import { Quantity, QuantityError } from '../../apimachinery/index.js';
import {
  BOOL,
  DOUBLE,
  type FunctionDeclaration,
  INT,
  opaqueOf,
  type OverloadCall,
  STRING,
  type Type,
} from '../check/index.js';
import { EvaluationError, noSuchOverload, OpaqueValue, type Value } from '../values/index.js';
import { declare, member, overload } from './declare.js';

const TYPE_NAME = 'kubernetes.Quantity';
const TYPE = opaqueOf(TYPE_NAME);
const MAX_INT = 2n ** 63n - 1n;
const NANO = -9;

/** An amount such as `1.5Gi`. */
export class QuantityValue extends OpaqueValue {
  readonly typeName = TYPE_NAME;

  /**
   * `scale` is the power of ten of which the amount is a number of 64 bits; undefined for amounts that the reference keeps
   * as decimals of any size, which are never integers for it.
   */
  constructor(
    readonly quantity: Quantity,
    private readonly scale: number | undefined,
  ) {
    super();
  }

  equals(other: Value): boolean {
    if (!(other instanceof QuantityValue)) throw noSuchOverload();
    return this.quantity.equals(other.quantity);
  }

  /** The whole number that the amount is, if the reference knows it as one. */
  get whole(): bigint | undefined {
    if (this.scale === undefined || this.scale < 0) return undefined;
    const whole = this.quantity.value();
    return isLong(whole) ? whole : undefined;
  }

  /** Returns the amount as a floating point number, with the error that the reference makes. */
  toNumber(): number {
    const scale = this.scale ?? NANO;
    const number = Number(this.quantity.scaledValue(scale));
    return scale === 0 ? number : number * 10 ** scale;
  }

  /** Returns the amount with a function of it and of another one. */
  combined(other: QuantityValue, combine: (a: Quantity, b: Quantity) => Quantity): QuantityValue {
    const result = combine(this.quantity, other.quantity);
    return new QuantityValue(result, this.combinedScale(other, result));
  }

  private combinedScale(other: QuantityValue, result: Quantity): number | undefined {
    if (this.scale === undefined || other.scale === undefined) return undefined;
    if (other.quantity.isZero) return this.scale;
    if (this.quantity.isZero) return other.scale;
    const scale = Math.min(this.scale, other.scale);
    return [this.quantity, other.quantity, result].every((each) => isLong(each.scaledValue(scale))) ? scale : undefined;
  }
}

function isLong(value: bigint): boolean {
  return value <= MAX_INT && value >= -MAX_INT - 1n;
}

function parse(text: string): Quantity | QuantityError {
  try {
    return Quantity.parse(text);
  } catch (error) {
    if (error instanceof QuantityError) return error;
    throw error;
  }
}

function toQuantity(text: string): Value {
  const parsed = parse(text);
  if (parsed instanceof Quantity) return new QuantityValue(parsed, scaleOf(text, parsed));
  throw new EvaluationError(parsed.message);
}

const DECIMAL_SUFFIXES = 'n u m  k M G T P E';
const BINARY_SUFFIXES = 'Ki Mi Gi Ti Pi Ei';
/** Digits that always fit into 64 bits. */
const MAX_DIGITS = 18;
const MAX_BINARY_DIGITS = 14;

/** The power of ten in which the reference keeps an amount that it read; undefined where it does not fit. */
function scaleOf(text: string, quantity: Quantity): number | undefined {
  const [number, suffix] = partsOf(text);
  const [whole, decimals = ''] = number.split('.');
  const digits = Math.max(whole.length, 1);
  const power = BINARY_SUFFIXES.split(' ').indexOf(suffix) + 1;
  if (power > 0) {
    const left = MAX_BINARY_DIGITS - digits - Math.floor(power * 3);
    return decimals === '' && left >= 0 && isLong(quantity.value()) ? 0 : undefined;
  }
  const scale = exponentOf(suffix) - decimals.length;
  return digits + decimals.length <= MAX_DIGITS && scale >= NANO ? scale : undefined;
}

/** The number without its sign and leading zeros, and what follows it. */
function partsOf(text: string): readonly [number: string, suffix: string] {
  let start = /^[+-]/.test(text) ? 1 : 0;
  while (text[start] === '0') start++;
  let end = start;
  while (text[end] === '.' || (text[end] >= '0' && text[end] <= '9')) end++;
  return [text.slice(start, end), text.slice(end)];
}

function exponentOf(suffix: string): number {
  const at = DECIMAL_SUFFIXES.split(' ').indexOf(suffix);
  return at >= 0 ? (at - 3) * 3 : Number(suffix.slice(1));
}

function asInteger(value: QuantityValue): bigint {
  const { whole } = value;
  if (whole === undefined) throw new EvaluationError('cannot convert value to integer');
  return whole;
}

function of(id: string, result: Type, call: (value: QuantityValue) => Value): FunctionDeclaration['overloads'][number] {
  return member(id, { args: [TYPE], result, call });
}

function comparing(
  id: string,
  result: Type,
  answer: (order: number) => Value,
): FunctionDeclaration['overloads'][number] {
  const call: OverloadCall = (a: QuantityValue, b: QuantityValue) => answer(a.quantity.compare(b.quantity));
  return member(id, { args: [TYPE, TYPE], result, call });
}

function combining(name: 'add' | 'sub', combine: (a: Quantity, b: Quantity) => Quantity): FunctionDeclaration {
  const withOther = (a: QuantityValue, b: QuantityValue): Value => a.combined(b, combine);
  const withInt = (a: QuantityValue, b: bigint): Value => {
    return a.combined(new QuantityValue(Quantity.ofInteger(b), 0), combine);
  };
  return declare(
    name,
    member(`quantity_${name}`, { args: [TYPE, TYPE], result: TYPE, call: withOther }),
    member(`quantity_${name}_int`, { args: [TYPE, INT], result: TYPE, call: withInt }),
  );
}

/** Amounts, which Kubernetes adds. */
export const QUANTITIES: readonly FunctionDeclaration[] = [
  declare('quantity', overload('string_to_quantity', { args: [STRING], result: TYPE, call: toQuantity })),
  declare(
    'isQuantity',
    overload('is_quantity_string', {
      args: [STRING],
      result: BOOL,
      call: (text: string) => parse(text) instanceof Quantity,
    }),
  ),
  declare(
    'sign',
    overload('quantity_sign', {
      args: [TYPE],
      result: INT,
      call: ({ quantity }: QuantityValue) => BigInt(quantity.sign),
    }),
  ),
  declare(
    'isInteger',
    of('quantity_is_integer', BOOL, ({ whole }) => whole !== undefined),
  ),
  declare('asInteger', of('quantity_as_integer', INT, asInteger)),
  declare(
    'asApproximateFloat',
    of('quantity_as_approximate_float', DOUBLE, (value) => value.toNumber()),
  ),
  declare(
    'isGreaterThan',
    comparing('quantity_is_greater_than', BOOL, (order) => order > 0),
  ),
  declare(
    'isLessThan',
    comparing('quantity_is_less_than', BOOL, (order) => order < 0),
  ),
  declare('compareTo', comparing('quantity_compare_to', INT, BigInt)),
  combining('add', (a, b) => a.add(b)),
  combining('sub', (a, b) => a.subtract(b)),
];

/** The name that stands for the type of amounts. */
export const QUANTITY_TYPE: readonly [string, Type] = [TYPE_NAME, TYPE];
