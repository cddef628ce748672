import { expressionLanguage } from '../../../src/plugin-api/built-in.js';
import type { Value } from './foreign-value.js';
import { MutationError } from './mutated-object.js';

/** Values that an expression may put into an object: as many as a body may have. */
const MAX_VALUES = 150_000;
/** Characters of its texts. */
const MAX_CHARACTERS = 3 * 1024 * 1024;

/**
 * Checks that a value is not larger than an object can be, before it is written as data: lists and maps that contain
 * others twice are small as values of expressions and large as data. Throws MutationError.
 */
export function checkValueSize(value: Value): void {
  const open: Value[] = [value];
  const left = { values: MAX_VALUES, characters: MAX_CHARACTERS };
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    left.values--;
    left.characters -= charactersOf(next);
    if (left.values < open.length + sizeOf(next) || left.characters < 0) throw tooLarge();
    for (const each of partsOf(next)) open.push(each);
  }
}

function tooLarge(): MutationError {
  return new MutationError(`the value has more than ${MAX_VALUES} values or ${MAX_CHARACTERS} characters`);
}

function charactersOf(value: Value): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
}

function sizeOf(value: Value): number {
  const { ListValue, MapValue } = expressionLanguage();
  return value instanceof ListValue || value instanceof MapValue ? value.size : 0;
}

function* partsOf(value: Value): Iterable<Value> {
  const { ListValue, MapValue, OptionalValue } = expressionLanguage();
  if (value instanceof ListValue) yield* value;
  else if (value instanceof MapValue) for (const key of value.keys()) yield value.find(key) ?? null;
  else if (value instanceof OptionalValue && value.value !== undefined) yield value.value;
}
