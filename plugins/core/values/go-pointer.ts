import { GoValue, goNil } from '../../../src/plugin-api/built-in.js';

/** Go prints a pointer inside a struct as an address, which cannot be predicted. */
const ADDRESS = '0xc000000000';

/**
 * Returns a pointer inside a struct as errors show it: what it points to is seen in JSON only, in which a scalar stands for
 * itself. `json` is that value, or a function that returns it.
 */
export function goPointer(type: string, value: unknown, json?: unknown): GoValue {
  if (value === undefined || value === null) return goNil(`*${type}`);
  return new GoValue(`(*${type})(${ADDRESS})`, json ?? (typeof value === 'object' ? undefined : value));
}
