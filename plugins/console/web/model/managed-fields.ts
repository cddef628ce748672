import type { ManagedFields } from '../api/objects.js';

/** A field with its owners. */
export interface OwnedField {
  /** As `spec.template.containers[name=web].image`. */
  readonly path: string;
  /** Indexes of the managers. */
  readonly owners: readonly number[];
}

/** Returns fields by path, each with all who own it. */
export function ownedFields(entries: readonly ManagedFields[]): OwnedField[] {
  const owners = new Map<string, number[]>();
  entries.forEach(({ fieldsV1 = {} }, index) => {
    for (const path of leavesOf(fieldsV1, '')) {
      const known = owners.get(path);
      if (known) known.push(index);
      else owners.set(path, [index]);
    }
  });
  return [...owners].map(([path, list]) => ({ path, owners: list })).sort((a, b) => a.path.localeCompare(b.path));
}

function leavesOf(fields: object, path: string): string[] {
  const members = Object.entries(fields).filter(([name]) => name !== '.') as [string, object][];
  if (members.length === 0) return path === '' ? [] : [path];
  return members.flatMap(([name, inner]) => leavesOf(inner, `${path}${stepOf(name, path === '')}`));
}

/** `f:name` is a member, `k:{…}` an element by its keys, `v:…` a value of a set, `i:0` an index. */
function stepOf(name: string, isFirst: boolean): string {
  const rest = name.slice(2);
  if (name.startsWith('f:'))
    return /^[\w-]+$/.test(rest) ? `${isFirst ? '' : '.'}${rest}` : `[${JSON.stringify(rest)}]`;
  if (name.startsWith('k:')) return `[${keysOf(rest)}]`;
  return `[${rest}]`;
}

function keysOf(json: string): string {
  try {
    return Object.entries(JSON.parse(json) as object)
      .map(([key, value]) => `${key}=${String(value)}`)
      .join(',');
  } catch {
    return json;
  }
}
