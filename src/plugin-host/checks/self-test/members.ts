import type { ApiObject } from '../../../apimachinery/index.js';
import { REFERENCE_TYPES, type StructField, type StructLayout } from '../../../schema/index.js';

/** A member that an object has or may have, and the field behind it. */
export interface Member {
  readonly path: readonly (string | number)[];
  readonly field: StructField;
  /** Undefined where it is unset. */
  readonly value: unknown;
}

type Container = Record<string | number, unknown>;

/**
 * Returns the members of the structs that an object has, but for what belongs to types of the reference, whose kinds have their
 * own rules. Of a list the first element is looked at.
 */
export function membersOf(layout: StructLayout, object: object): Generator<Member> {
  return membersAt(layout, object as Container, []);
}

function* membersAt(layout: StructLayout, object: Container, path: Member['path']): Generator<Member> {
  if (layout.name.startsWith(REFERENCE_TYPES)) return;
  for (const field of layout.fields) {
    if (path.length === 0 && field.name === 'metadata') continue;
    const value = object[field.name];
    const here = [...path, field.name];
    yield { path: here, field, value };
    if (!field.struct || field.map) continue;
    const [inner, innerPath] = field.list ? [(value as Container[] | undefined)?.[0], [...here, 0]] : [value, here];
    if (isContainer(inner)) yield* membersAt(field.struct, inner, innerPath);
  }
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Returns a copy with another value at the path of a member; without the member for `undefined`. */
export function changed(base: ApiObject, path: Member['path'], value: unknown): ApiObject {
  const copy = structuredClone(base);
  let owner = copy as unknown as Container;
  for (const step of path.slice(0, -1)) owner = owner[step] as Container;
  const last = path[path.length - 1]!;
  if (value === undefined) delete owner[last];
  else owner[last] = value;
  return copy;
}
