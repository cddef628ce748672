import { entriesAt } from './value-at.js';

/** Fields that are shown at most: the rest is in the YAML. */
const MOST = 16;
const LONGEST = 160;

/** Returns the texts, numbers and booleans directly in a part of an object. */
export function scalarsOf(object: unknown, ...path: readonly string[]): [name: string, text: string][] {
  return entriesAt(object, ...path)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && String(value).length <= LONGEST)
    .slice(0, MOST)
    .map(([name, value]) => [name, String(value)]);
}
