import type { JsonValue } from '../../apimachinery/index.js';
import { NumberLiteral, SCALARS, type ScalarType, type StructField, type StructLayout } from '../../schema/index.js';
import { type MemberPath, setMember } from './parse-json.js';

type JsonObject = { [key: string]: JsonValue };
type Wrap = 'map' | 'list';

/** The declaration of a type at one place of a document. */
interface Position {
  /** The declared member; undefined for a struct itself, whose members come next. */
  readonly field: StructField | undefined;
  /** Maps and lists that are still around its values. */
  readonly wraps: readonly Wrap[];
  readonly struct: StructLayout | undefined;
  /** True if it is a value of a map, which every key replaces. */
  readonly isMapValue: boolean;
  /** True if null unsets it. */
  readonly isPointer: boolean;
}

/** Members further inside than that are replaced: no type but a recursive one is as deep. */
const LONGEST_PATH = 100;

/**
 * Joins members of a document that are repeated, as Go's decoder does, which reads every one of them into what the earlier
 * ones have left: structs and maps are filled further, elements of lists are joined by their index, and null leaves
 * single values and structs alone.
 */
export class RepeatedMembers {
  private readonly root: Position;
  /** The path that was looked for last, and what stands at each of its steps. */
  private steps: MemberPath = [];
  private readonly places: (Position | undefined)[] = [];

  constructor(layout: StructLayout) {
    this.root = { field: undefined, wraps: [], struct: layout, isMapValue: false, isPointer: false };
  }

  /** Reports whether the kind of a value is that of its place, whatever is inside; true where nothing is declared. */
  fits(path: MemberPath, value: JsonValue): boolean {
    const place = path.length > LONGEST_PATH ? undefined : this.placeAt(path);
    return !place || fits(place, value);
  }

  /** Returns the value of a repeated member. Both values are taken over, and may be changed. */
  join(path: MemberPath, earlier: JsonValue, later: JsonValue): JsonValue {
    const place = path.length > LONGEST_PATH ? undefined : this.placeAt(path);
    return place ? joinAt(place, earlier, later) : later;
  }

  private placeAt(path: MemberPath): Position | undefined {
    let known = 0;
    while (known < path.length && known < this.steps.length && path[known] === this.steps[known]) known++;
    let place: Position | undefined = known === 0 ? this.root : this.places[known - 1];
    for (let at = known; at < path.length; at++) {
      place = place && inside(place, path[at]);
      this.places[at] = place;
    }
    this.steps = [...path];
    return place;
  }
}

function inside({ field, wraps, struct }: Position, step: string | number): Position | undefined {
  if (field && wraps.length > 0) return positionOf(field, wraps.slice(1), { isMapValue: wraps[0] === 'map' });
  const member = struct?.field(String(step));
  return member && positionOf(member, wrapsOf(member), { isPointer: member.pointer });
}

function positionOf(
  field: StructField,
  wraps: readonly Wrap[],
  { isMapValue = false, isPointer = false }: Partial<Position>,
): Position {
  const struct = wraps.length === 0 && !field.or ? field.struct : undefined;
  return { field, wraps, struct, isMapValue, isPointer };
}

function wrapsOf({ map, list }: StructField): Wrap[] {
  return [...(map ? (['map'] as const) : []), ...(list ? (['list'] as const) : [])];
}

function joinAt(place: Position, earlier: JsonValue, later: JsonValue): JsonValue {
  // The first fault is reported.
  if (!fits(place, earlier)) return earlier;
  if (place.isMapValue || earlier === null) return later;
  if (later === null) return isUnset(place) ? null : earlier;
  if (place.wraps[0] === 'list') return joinLists(place, earlier, later);
  if (!isObject(earlier) || !isObject(later)) return later;
  if (place.wraps[0] === 'map') return addMembers(earlier, later);
  return place.struct ? joinMembers(place, earlier, later) : later;
}

/** Reports whether null makes a value there as if it had never been set. */
function isUnset({ wraps, isPointer, struct, field }: Position): boolean {
  if (wraps.length > 0 || isPointer) return true;
  return !struct && field?.scalar !== undefined && UNSET_BY_NULL.has(field.scalar);
}

const UNSET_BY_NULL: ReadonlySet<ScalarType> = new Set(['bytes', 'quantity', 'time', 'microTime', 'duration'] as const);

function fits({ wraps, struct, field }: Position, value: JsonValue): boolean {
  if (value === null) return true;
  if (wraps[0] === 'list') return Array.isArray(value);
  if (wraps[0] === 'map' || struct) return isObject(value);
  return !field?.scalar || field.scalar === 'bytes' || isReadable(field.scalar, value);
}

function isReadable(scalar: ScalarType, value: JsonValue): boolean {
  try {
    SCALARS[scalar].read(value);
    return true;
  } catch {
    return false;
  }
}

function joinLists(place: Position, earlier: JsonValue, later: JsonValue): JsonValue {
  if (!Array.isArray(earlier) || !Array.isArray(later)) return later;
  const element = inside(place, 0)!;
  const both = Math.min(earlier.length, later.length);
  for (let at = 0; at < both; at++) later[at] = joinAt(element, earlier[at], later[at]);
  return later;
}

function addMembers(earlier: JsonObject, later: JsonObject): JsonObject {
  for (const key of Object.keys(later)) setMember(earlier, key, later[key]);
  return earlier;
}

function joinMembers(place: Position, earlier: JsonObject, later: JsonObject): JsonObject {
  for (const key of Object.keys(later)) {
    const has = Object.prototype.hasOwnProperty.call(earlier, key);
    const member = has ? inside(place, key) : undefined;
    setMember(earlier, key, member ? joinAt(member, earlier[key], later[key]) : later[key]);
  }
  return earlier;
}

function isObject(value: JsonValue): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !((value as unknown) instanceof NumberLiteral)
  );
}
