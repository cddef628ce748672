import { duplicate, FieldPath, required, type FieldError } from '../../src/plugin-api/index.js';
import { textSince, repeatFinder } from '../../src/plugin-api/built-in.js';

const CONDITIONS = FieldPath.of('status', 'conditions');

/** Checks conditions: each has a type, and none is there twice. */
export function validateConditions(conditions: readonly { type?: string }[] = []): FieldError[] {
  const isRepeat = repeatFinder<string>();
  return conditions.flatMap(({ type = '' }, at) => {
    const path = CONDITIONS.index(at).child('type');
    const repeated = isRepeat(type) ? [duplicate(path, type)] : [];
    return type === '' ? [...repeated, required(path, textSince('1.34', '', 'must not be empty'))] : repeated;
  });
}
