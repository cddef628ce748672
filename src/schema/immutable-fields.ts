import { type FieldError, FieldPath, IMMUTABLE_MESSAGE, invalid } from '../apimachinery/index.js';
import type { CompiledField, CompiledType } from './compiled-type.js';

type Plain = Readonly<Record<string, unknown>>;

/** An object that is changed, and what it was before. */
interface Change {
  readonly object: object;
  readonly old: object;
}

/** A member that may not change, or that has such ones inside. */
interface Member {
  readonly name: string;
  readonly isImmutable: boolean;
  readonly inner: CompiledType | undefined;
}

const MEMBERS = new WeakMap<CompiledType, readonly Member[]>();
const UNSET: Plain = {};

/** Reports whether a type, or a struct inside it, has fields that may not change. Elements of lists and maps are not looked at. */
export function hasImmutableFields(type: CompiledType): boolean {
  return membersOf(type).length > 0;
}

/** Reports the fields of a changed object that differ from those of the former one and may not, in field order. */
export function immutableErrors(type: CompiledType, { object, old }: Change, path = FieldPath.of()): FieldError[] {
  return membersOf(type).flatMap(({ name, isImmutable, inner }) => {
    const [value, former] = [(object as Plain)[name] ?? undefined, (old as Plain)[name] ?? undefined];
    // A type may contain itself.
    if (value === undefined && former === undefined) return [];
    const place = path.toString() === '<nil>' ? FieldPath.of(name) : path.child(name);
    if (isImmutable) return isEqual(value, former) ? [] : [invalid(place, value, IMMUTABLE_MESSAGE)];
    return immutableErrors(inner!, { object: (value ?? UNSET) as object, old: (former ?? UNSET) as object }, place);
  });
}

function membersOf(type: CompiledType): readonly Member[] {
  let members = MEMBERS.get(type);
  if (!members) {
    members = type.fields.map(memberOf).filter(({ isImmutable, inner }) => isImmutable || inner);
    MEMBERS.set(type, members);
  }
  return members;
}

function memberOf(field: CompiledField): Member {
  const struct = structOf(field);
  return {
    name: field.name,
    isImmutable: field.immutable ?? false,
    inner: struct && containsImmutable(struct) ? struct : undefined,
  };
}

function structOf({ struct, list, map }: CompiledField): CompiledType | undefined {
  return list || map ? undefined : struct;
}

/** Reports whether a type, or one inside it, has an immutable field. */
function containsImmutable(type: CompiledType): boolean {
  const seen = new Set([type]);
  for (const each of seen) {
    if (each.fields.some(({ immutable }) => immutable)) return true;
    for (const inner of each.fields.map(structOf)) if (inner) seen.add(inner);
  }
  return false;
}

/** Compares plain values. As in the reference, what is empty is no other than what is missing. */
function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (isEmpty(one) && isEmpty(other))) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isEqual((one as Plain)[name], (other as Plain)[name]));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
