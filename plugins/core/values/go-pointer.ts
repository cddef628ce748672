import { GoValue, goNil } from '../../../src/plugin-api/built-in.js';

/** Go prints a pointer inside a struct as an address, which cannot be predicted. */
const ADDRESS = '0xc000000000';

/** Returns a pointer inside a struct as errors show it. */
export function goPointer(type: string, value: unknown): GoValue {
  return value === undefined || value === null ? goNil(`*${type}`) : new GoValue(`(*${type})(${ADDRESS})`);
}
