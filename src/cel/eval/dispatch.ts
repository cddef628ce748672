import type { Overload, Type } from '../check/index.js';
import {
  DurationValue,
  ListValue,
  MapValue,
  noSuchOverload,
  OpaqueValue,
  OptionalValue,
  TimestampValue,
  TypeValue,
  UintValue,
  type Value,
} from '../values/index.js';

type Test = (value: Value) => boolean;

const TESTS: Readonly<Record<Type['kind'], Test | undefined>> = {
  any: undefined,
  dyn: undefined,
  param: undefined,
  error: () => false,
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

function testOf({ kind, name }: Type): Test | undefined {
  if (kind !== 'opaque') return TESTS[kind];
  if (name === 'optional_type') return (value) => value instanceof OptionalValue;
  return (value) => value instanceof OpaqueValue && value.typeName === name;
}

/** A form of a function with the tests that values have to pass to be given to it. */
export interface Candidate {
  readonly id: string;
  readonly tests: readonly (Test | undefined)[];
  readonly call: (...args: Value[]) => Value;
}

/** The forms of a function that can be carried out with a number of arguments. */
export function candidatesOf(overloads: readonly Overload[], argCount: number): Candidate[] {
  return overloads
    .filter(({ args, call }) => call !== undefined && args.length === argCount)
    .map(({ id, args, call }) => ({ id, tests: args.map(testOf), call: call as Candidate['call'] }));
}

/** The first form that takes the values; throws when there is none. */
export function chooseCandidate(candidates: readonly Candidate[], args: readonly Value[]): Candidate {
  for (const candidate of candidates) {
    if (candidate.tests.every((test, i) => test === undefined || test(args[i]))) return candidate;
  }
  throw noSuchOverload();
}
