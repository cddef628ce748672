import { goQuote } from '../../apimachinery/index.js';
import type { ListMerge } from '../../schema/index.js';
import { FieldSetError, type PathElement } from './path-element.js';

/** Elements of a list by their path element, in order of first occurrence; more than one where they are duplicates. */
export type ElementGroups = Map<PathElement, readonly unknown[]>;

/** Returns groups the elements of a list. Throws FieldSetError for an element without a distinct identity. */
export function groupElements(type: ListMerge, list: readonly unknown[]): ElementGroups {
  const groups = new Map<PathElement, unknown[]>();
  for (const item of list) {
    const element = elementOf(type, item);
    const group = groups.get(element);
    if (group) group.push(item);
    else groups.set(element, [item]);
  }
  return groups;
}

/** Returns the path element of one list element; throws FieldSetError. */
export function elementOf(type: ListMerge, item: unknown): PathElement {
  return type.keys.length === 0 ? setElement(item) : keyedElement(type, item);
}

function setElement(item: unknown): PathElement {
  if (item === null) throw new FieldSetError("associative list without keys has an element that's an explicit null");
  if (Array.isArray(item)) throw new FieldSetError('not supported: associative list with lists as elements');
  if (typeof item === 'object') {
    throw new FieldSetError("associative list without keys has an element that's a map type");
  }
  return `v:${scalarText(item)}`;
}

function keyedElement(type: ListMerge, item: unknown): PathElement {
  if (item === null) throw new FieldSetError('associative list with keys may not have a null element');
  if (typeof item !== 'object' || Array.isArray(item)) {
    throw new FieldSetError('associative list with keys may not have non-map elements');
  }
  const members = item as Record<string, unknown>;
  const [key] = type.keys;
  const value = members[key];
  if (type.keys.length === 1 && typeof value === 'string') return elementOfName(key, value);
  return `k:{${keysText(type, members)}}`;
}

/** Elements by key and name: the same few are met several times in every write. Long ones are not kept. */
const KNOWN = new Map<string, Map<string, PathElement>>();
const MOST_KNOWN = 4096;
const LONGEST_KNOWN = 128;
let knownCount = 0;

/** The element with an identity, cached by its text. */
function elementOfName(key: string, name: string): PathElement {
  const known = KNOWN.get(key)?.get(name);
  if (known !== undefined) return known;
  const element = `k:{${JSON.stringify(key)}:${JSON.stringify(name)}}`;
  if (element.length <= LONGEST_KNOWN) remember(key, name, element);
  return element;
}

function remember(key: string, name: string, element: PathElement): void {
  if (knownCount++ >= MOST_KNOWN) {
    KNOWN.clear();
    knownCount = 1;
  }
  const ofKey = KNOWN.get(key);
  if (ofKey) ofKey.set(name, element);
  else KNOWN.set(key, new Map([[name, element]]));
}

function keysText(
  { keys, keyDefaults, allowsPartialKeys = false }: ListMerge,
  members: Record<string, unknown>,
): string {
  let text = '';
  for (const key of keys) {
    const value = members[key] ?? keyDefaults[key];
    if (value !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${scalarText(value)}`;
    else if (!allowsPartialKeys) throw new FieldSetError(omitsKey(key));
  }
  if (text === '') throw new FieldSetError(omitsKeys(keys));
  return text;
}

function omitsKeys(keys: readonly string[]): string {
  const names = `[${keys.map(goQuote).join(' ')}]`;
  return `associative list with keys has an element that omits all key fields ${names} (and doesn't have default values for any key fields)`;
}

function omitsKey(key: string): string {
  const name = JSON.stringify(key);
  return `associative list with keys has an element that omits key field ${name} (and doesn't have default value)`;
}

function scalarText(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return JSON.stringify(value);
  // A key of a wrong type may hold integers beyond 2^53 at any depth; the type check rejects it afterwards.
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));
}
