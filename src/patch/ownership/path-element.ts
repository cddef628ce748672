/**
 * One step of a field path, in the notation of FieldsV1: `f:<name>` for a member, `k:<keys as JSON>` for an element of
 * a keyed list, `v:<value as JSON>` for an element of a set, `i:<n>` for a position.
 */
export type PathElement = string;

/** Members that do not follow the notation make a whole field set unreadable. */
export class FieldSetError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FieldSetError';
  }
}

const RANKS: Readonly<Record<string, number>> = { f: 0, k: 1, v: 2, i: 3 };

/** Returns the element for a member of a struct or map. */
export function memberElement(name: string): PathElement {
  return `f:${name}`;
}

/**
 * Reads an element as a client wrote it into its one canonical spelling. Returns undefined for kinds of elements that
 * are not known (they are skipped); throws FieldSetError for malformed ones.
 */
export function readElement(text: string): PathElement | undefined {
  if (text.length < 2) throw new FieldSetError('key must be 2 characters long');
  if (text[1] !== ':') throw new FieldSetError(`missing colon: ${text}`);
  if (text[0] === 'f') return text;
  if (text[0] === 'k') return keyedElement(text);
  if (text[0] === 'v') return `v:${JSON.stringify(parse(text))}`;
  if (text[0] === 'i') return readIndex(text);
  return undefined;
}

/** The same few keys are read with every write; long ones are not kept. */
const KNOWN_KEYS = new Map<string, PathElement>();
const MOST_KNOWN = 4096;
const LONGEST_KNOWN = 128;

function keyedElement(text: string): PathElement {
  const known = KNOWN_KEYS.get(text);
  if (known !== undefined) return known;
  const element = `k:${canonicalKeys(parse(text))}`;
  if (text.length > LONGEST_KNOWN) return element;
  if (KNOWN_KEYS.size >= MOST_KNOWN) KNOWN_KEYS.clear();
  KNOWN_KEYS.set(text, element);
  return element;
}

/** Orders elements: members by name, keyed elements by their keys, values by value, positions by number. */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0;
  if (a[0] !== b[0]) return RANKS[a[0]] - RANKS[b[0]];
  if (a[0] === 'f') return a < b ? -1 : 1;
  return compareValues(parse(a), parse(b));
}

function parse(element: string): unknown {
  try {
    return JSON.parse(element.slice(2)) as unknown;
  } catch {
    throw new FieldSetError(`malformed path element: ${element}`);
  }
}

function readIndex(text: string): PathElement {
  if (!/^i:[+-]?\d+$/.test(text)) throw new FieldSetError(`malformed path element: ${text}`);
  return `i:${Number(text.slice(2))}`;
}

function canonicalKeys(keys: unknown): string {
  if (typeof keys !== 'object' || keys === null || Array.isArray(keys))
    throw new FieldSetError('keys must be an object');
  const members = Object.entries(keys).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
}

/** Numbers before texts before booleans before lists before objects before null. */
function kindOf(value: unknown): number {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return 1;
  if (typeof value === 'boolean') return 2;
  if (Array.isArray(value)) return 3;
  return value === null ? 5 : 4;
}

function compareValues(a: unknown, b: unknown): number {
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return kind - kindOf(b);
  if (kind <= 2) return comparePrimitives(a as string, b as string);
  if (kind === 5) return 0;
  return compareSequences(flatten(a as object), flatten(b as object));
}

function comparePrimitives(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function flatten(value: object): unknown[] {
  return Array.isArray(value) ? value : Object.entries(value).flat();
}

function compareSequences(a: readonly unknown[], b: readonly unknown[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
