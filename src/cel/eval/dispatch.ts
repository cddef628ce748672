import type { Overload, Type } from '../check/index.js';
import {
  DurationValue,
  EvaluationError,
  ListValue,
  MapValue,
  OpaqueValue,
  OptionalValue,
  TimestampValue,
  TypeValue,
  typeNameOf,
  UintValue,
  type Value,
} from '../values/index.js';
import { Failure, type Result } from './frame.js';

type Test = (value: Value) => boolean;

const TESTS: Readonly<Record<Type['kind'], Test | undefined>> = {
  any: undefined,
  dyn: undefined,
  param: undefined,
  error: () => false,
  unset: () => false,
  bool: (value) => typeof value === 'boolean',
  bytes: (value) => value instanceof Uint8Array,
  double: (value) => typeof value === 'number',
  duration: (value) => value instanceof DurationValue,
  int: (value) => typeof value === 'bigint',
  list: (value) => value instanceof ListValue,
  map: (value) => value instanceof MapValue,
  null: (value) => value === null,
  object: (value) => value instanceof MapValue,
  opaque: undefined,
  string: (value) => typeof value === 'string',
  timestamp: (value) => value instanceof TimestampValue,
  type: (value) => value instanceof TypeValue,
  uint: (value) => value instanceof UintValue,
  wrapper: undefined,
};

function testOf({ kind, name, params }: Type): Test | undefined {
  if (kind === 'list') return listTest(testOf(params[0]));
  if (kind !== 'opaque') return TESTS[kind];
  if (name === 'optional_type') return (value) => value instanceof OptionalValue;
  return (value) => value instanceof OpaqueValue && value.typeName === name;
}

/** Of a list the first element stands for all. */
function listTest(element: Test | undefined): Test {
  if (!element) return (value) => value instanceof ListValue;
  return (value) => value instanceof ListValue && (value.size === 0 || element(value.at(0)));
}

interface Candidate {
  readonly tests: readonly (Test | undefined)[];
  readonly call: (...args: Value[]) => Value;
}

/** Carries out a function with values. */
export type Invoke = (args: readonly Value[]) => Result;

/** Executes a function in the first of its forms that takes the values; a failure where none does. */
export function invokerOf(name: string, overloads: readonly Overload[], argCount: number): Invoke {
  const candidates = overloads
    .filter(({ args, call }) => call !== undefined && args.length === argCount)
    .map(({ args, call }): Candidate => ({ tests: args.map(testOf), call: call as Candidate['call'] }));
  return (args) => {
    try {
      for (const { tests, call } of candidates) if (areMet(tests, args)) return call(...args);
      return Failure.of(noOverloadText(name, args, overloads.length));
    } catch (error) {
      if (error instanceof EvaluationError) return new Failure(error);
      throw error;
    }
  };
}

function areMet(tests: readonly (Test | undefined)[], args: readonly Value[]): boolean {
  for (let i = 0; i < tests.length; i++) {
    const test = tests[i];
    if (test !== undefined && !test(args[i])) return false;
  }
  return true;
}

const isNumber: Test = (value) => typeof value === 'bigint' || typeof value === 'number' || value instanceof UintValue;
const isTime: Test = (value) => value instanceof TimestampValue || value instanceof DurationValue;
const isSized: Test = (value) => {
  return typeof value === 'string' || [Uint8Array, ListValue, MapValue].some((type) => value instanceof type);
};
const isOrdered: Test = (value) => {
  return (
    isNumber(value) || isTime(value) || ['boolean', 'string'].includes(typeof value) || value instanceof Uint8Array
  );
};
const isAddable: Test = (value) => (isSized(value) && !(value instanceof MapValue)) || isNumber(value) || isTime(value);
const isInteger: Test = (value) => typeof value === 'bigint' || value instanceof UintValue;
const always: Test = () => true;

/**
 * Functions with one implementation for all values of some sort, by the sort of their first argument: for others they are
 * not there at all, and for those of the sort another argument does not fit.
 */
const IMPLEMENTED_FOR: ReadonlyMap<string, Test> = new Map([
  ['_+_', isAddable],
  ['_-_', (value: Value) => isNumber(value) || isTime(value)],
  ['_*_', isNumber],
  ['_/_', isNumber],
  ['_%_', isInteger],
  ['-_', (value: Value) => (isNumber(value) && !(value instanceof UintValue)) || typeof value === 'boolean'],
  ['_<_', isOrdered],
  ['_<=_', isOrdered],
  ['_>_', isOrdered],
  ['_>=_', isOrdered],
  ['size', isSized],
  ['matches', (value: Value) => typeof value === 'string'],
  ...['!_', '@in', 'contains', 'startsWith', 'endsWith'].map((name): [string, Test] => [name, always]),
]);

/** The error for values that no form of a function takes: how it reads depends on how the function is implemented. */
function noOverloadText(name: string, args: readonly Value[], overloadCount: number): string {
  const implemented = IMPLEMENTED_FOR.get(name);
  // Texts and times have their own functions, among which the one asked for is not.
  const hasFunctions = typeof args[0] === 'string' || isTime(args[0]);
  if (implemented) return hasFunctions || implemented(args[0]) ? 'no such overload' : `no such overload: ${name}`;
  // Parts of a date have no check of types where only one form is meant.
  if (overloadCount === 1 && /^get[A-Z]/.test(name) && isTime(args[0])) return 'no such overload';
  return `no such overload: ${name}(${args.map(typeNameOf).join(', ')})`;
}
