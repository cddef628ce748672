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

const COMPILED = new WeakMap<CompiledType, readonly Member[]>();
const UNSET: Plain = {};

/** Reports whether a type, or a struct inside it, has fields that may not change. Elements of lists and maps are not looked at. */
export function hasImmutableFields(type: CompiledType): boolean {
  return membersOf(type).length > 0;
}

/** Reports the fields of a changed object that differ from those of the former one and may not, in field order. */
export function immutableErrors(type: CompiledType, { object, old }: Change, path = FieldPath.of()): FieldError[] {
  return membersOf(type).flatMap(({ name, isImmutable, inner }) => {
    const [value, former] = [(object as Plain)[name] ?? undefined, (old as Plain)[name] ?? undefined];
    const place = path.toString() === '<nil>' ? FieldPath.of(name) : path.child(name);
    if (isImmutable) return isEqual(value, former) ? [] : [invalid(place, value, IMMUTABLE_MESSAGE)];
    return immutableErrors(inner!, { object: (value ?? UNSET) as object, old: (former ?? UNSET) as object }, place);
  });
}

function membersOf(type: CompiledType): readonly Member[] {
  let members = COMPILED.get(type);
  if (!members) {
    // A type that contains itself adds nothing to what is found in it.
    COMPILED.set(type, []);
    members = type.fields.map(memberOf).filter(({ isImmutable, inner }) => isImmutable || inner);
    COMPILED.set(type, members);
  }
  return members;
}

function memberOf({ name, immutable = false, struct, list, map }: CompiledField): Member {
  const inner = struct && !list && !map && hasImmutableFields(struct) ? struct : undefined;
  return { name, isImmutable: immutable, inner };
}

/** Compares plain values; members that are undefined count as missing. */
function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isEqual((one as Plain)[name], (other as Plain)[name]));
}
