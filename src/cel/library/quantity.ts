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
import { EvaluationError, OpaqueValue, type Value } from '../values/index.js';
import { declare, member, overload } from './declare.js';

const TYPE_NAME = 'kubernetes.Quantity';
const TYPE = opaqueOf(TYPE_NAME);
const MAX_INT = 2n ** 63n - 1n;

/** An amount such as `1.5Gi`. */
export class QuantityValue extends OpaqueValue {
  readonly typeName = TYPE_NAME;

  constructor(readonly quantity: Quantity) {
    super();
  }

  equals(other: Value): boolean {
    return other instanceof QuantityValue && this.quantity.equals(other.quantity);
  }
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
  if (parsed instanceof Quantity) return new QuantityValue(parsed);
  throw new EvaluationError(parsed.message);
}

/** The whole number that an amount is, if it is one of 64 bits. */
function wholeOf({ quantity }: QuantityValue): bigint | undefined {
  const whole = quantity.value();
  const isWhole = whole <= MAX_INT && whole >= -MAX_INT - 1n && Quantity.ofInteger(whole).equals(quantity);
  return isWhole ? whole : undefined;
}

function asInteger(value: QuantityValue): bigint {
  const whole = wholeOf(value);
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
  const withOther = (a: QuantityValue, b: QuantityValue): Value => new QuantityValue(combine(a.quantity, b.quantity));
  const withInt = (a: QuantityValue, b: bigint): Value => {
    return new QuantityValue(combine(a.quantity, Quantity.ofInteger(b)));
  };
  return declare(
    name,
    member(`quantity_${name}`, { args: [TYPE, TYPE], result: TYPE, call: withOther }),
    member(`quantity_${name}_int`, { args: [TYPE, INT], result: TYPE, call: withInt }),
  );
}

/** Amounts, which Kubernetes brings. */
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
    of('quantity_sign', INT, ({ quantity }) => BigInt(quantity.sign)),
  ),
  declare(
    'isInteger',
    of('quantity_is_integer', BOOL, (value) => wholeOf(value) !== undefined),
  ),
  declare('asInteger', of('quantity_as_integer', INT, asInteger)),
  declare(
    'asApproximateFloat',
    of('quantity_as_approximate_float', DOUBLE, ({ quantity }) => quantity.toNumber()),
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
