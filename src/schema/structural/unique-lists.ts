import { duplicate, type FieldError, type FieldPath, goUnstructured, invalid } from '../../apimachinery/index.js';
import { isPlain, type Plain } from './json-schema.js';
import { memberNode, type SchemaNode } from './schema-node.js';

/**
 * Returns the elements that occur twice in lists of type set, and twice by their keys in lists of type map, here and
 * below. The second occurrence is reported, further ones are not (upstream: listtype.ValidateListSetsAndMaps).
 */
export function validateUniqueLists(node: SchemaNode, value: unknown, path: FieldPath): FieldError[] {
  if (!node.hasUniqueLists) return [];
  if (Array.isArray(value)) return [...ownErrors(node, value, path), ...elementErrors(node, value, path)];
  return isPlain(value) ? memberErrors(node, value, path) : [];
}

function memberErrors(node: SchemaNode, value: Plain, path: FieldPath): FieldError[] {
  return Object.keys(value).flatMap((name) => {
    const of = memberNode(node, name);
    if (!of) return [];
    return validateUniqueLists(of, value[name], node.properties.has(name) ? path.child(name) : path.key(name));
  });
}

function elementErrors({ items }: SchemaNode, list: readonly unknown[], path: FieldPath): FieldError[] {
  return items ? list.flatMap((element, i) => validateUniqueLists(items, element, path.index(i))) : [];
}

function ownErrors(node: SchemaNode, list: readonly unknown[], path: FieldPath): FieldError[] {
  if (node.listType === 'set') return repeated(list).map((i) => duplicate(path.index(i), shown(list[i])));
  return node.listType === 'map' ? mapErrors(node, list, path) : [];
}

function mapErrors({ listKeys }: SchemaNode, list: readonly unknown[], path: FieldPath): FieldError[] {
  const stray = list.findIndex((element) => element !== null && !isPlain(element));
  if (stray >= 0) {
    return [invalid(path.index(stray), shown(list[stray]), 'must be an object for an array of list-type map')];
  }
  const keys = list.map((element) => keyOf(element as Plain | null, listKeys));
  return repeated(keys).map((i) => duplicate(path.index(i), goUnstructured(keys[i])));
}

function keyOf(element: Plain | null, names: readonly string[]): Plain {
  const given = names.filter((name) => element !== null && Object.hasOwn(element, name));
  return Object.fromEntries(given.map((name) => [name, element?.[name]]));
}

/** The indexes of second occurrences. */
function repeated(values: readonly unknown[]): number[] {
  const times = new Map<unknown, number>();
  return values.flatMap((value, i) => {
    const key = typeof value === 'object' && value !== null ? canonicalText(value) : value;
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    return before === 1 ? [i] : [];
  });
}

/** The same text for equal values; it begins unlike any scalar's, which are compared as they are. */
function canonicalText(value: object): string {
  return `\0${JSON.stringify(value, (_name, v: unknown) => ordered(v))}`;
}

function ordered(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function shown(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? goUnstructured(value) : value;
}
