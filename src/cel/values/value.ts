import type { DurationValue, TimestampValue } from './time.js';

/**
 * A value of an expression. Integers are bigint and floating point numbers are number, so a JavaScript type says which
 * of the two is meant; all that JavaScript has no type for is a class of this folder.
 */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | UintValue
  | DurationValue
  | TimestampValue
  | ListValue
  | MapValue
  | TypeValue
  | OptionalValue
  | OpaqueValue;

/** An unsigned integer of 64 bits. */
export class UintValue {
  constructor(readonly value: bigint) {}
}

/** The value that a type is; types are equal when their names are. */
export class TypeValue {
  constructor(readonly name: string) {}
}

/** A value that may not be there. */
export class OptionalValue {
  /** The one that is not there. */
  static readonly none = new OptionalValue(undefined);

  constructor(readonly value: Value | undefined) {}
}

/** A value of a type that a library adds. */
export abstract class OpaqueValue {
  /** Name of the type, as `type()` answers it. */
  abstract readonly typeName: string;

  /** Reports whether the other one, of any type, is the same. */
  abstract equals(other: Value): boolean;

  /** The size for charging costs. */
  get costSize(): number {
    return 1;
  }
}

/** A list that cannot be changed; elements may be made when they are asked for. */
export abstract class ListValue implements Iterable<Value> {
  /** How many elements there are. */
  abstract readonly size: number;

  /** Returns the element at a place from 0 to `size - 1`. */
  abstract at(index: number): Value;

  *[Symbol.iterator](): Iterator<Value> {
    for (let i = 0; i < this.size; i++) yield this.at(i);
  }

  /**
   * Reports whether the other one has the same elements; undefined where they are compared one by one in their order.
   */
  equalsList(_other: ListValue): boolean | undefined {
    return undefined;
  }

  /** Returns this list with the elements of another one after its own; undefined where they are simply put there. */
  concat(_other: ListValue): ListValue | undefined {
    return undefined;
  }
}

/** A map, or an object with fields, that cannot be changed. */
export abstract class MapValue {
  /** How many entries there are. */
  abstract readonly size: number;

  /** Returns the value of a key, or undefined. Numbers that are equal are the same key, of whatever type they are. */
  abstract find(key: Value): Value | undefined;

  /** Returns the keys, in a settled order. */
  abstract keys(): Iterable<Value>;

  /** Reports whether the other one has the same entries; undefined where they are compared key by key. */
  equalsMap(_other: MapValue): boolean | undefined {
    return undefined;
  }

  /** Reports whether a key is there. */
  has(key: Value): boolean {
    return this.find(key) !== undefined;
  }
}

/** A list of values that are all there. */
export class ArrayList extends ListValue {
  constructor(protected readonly values: readonly Value[]) {
    super();
  }

  get size(): number {
    return this.values.length;
  }

  at(index: number): Value {
    return this.values[index];
  }

  override [Symbol.iterator](): Iterator<Value> {
    return this.values[Symbol.iterator]();
  }
}

/** A list that grows in place while a macro gathers what it answers, so that gathering stays linear. */
export class GrowingList extends ArrayList {
  private readonly gathered: Value[];

  constructor() {
    const gathered: Value[] = [];
    super(gathered);
    this.gathered = gathered;
  }

  /** Appends the elements of a list. */
  append(list: ListValue): this {
    for (const value of list) this.gathered.push(value);
    return this;
  }

  /** Returns the list as it is now, which grows no more. */
  finish(): ListValue {
    return new ArrayList(this.gathered);
  }
}

/** A map of values that are all there. */
export class EntryMap extends MapValue {
  private readonly entries = new Map<unknown, { readonly key: Value; readonly value: Value }>();

  /** Takes entries one after another; returns false for a key that is there already. Any value may be a key. */
  add(key: Value, value: Value): boolean {
    const plain = plainKey(key) ?? key;
    if (this.entries.has(plain)) return false;
    this.entries.set(plain, { key, value });
    return true;
  }

  get size(): number {
    return this.entries.size;
  }

  find(key: Value): Value | undefined {
    return this.entries.get(plainKey(key) ?? key)?.value;
  }

  *keys(): Iterable<Value> {
    for (const { key } of this.entries.values()) yield key;
  }
}

/** A map that grows in place while a macro gathers what it answers, so that gathering stays linear. */
export class GrowingMap extends EntryMap {}

/** An object that an expression makes, with the fields given to it. */
export class StructValue extends EntryMap {
  constructor(readonly typeName: string) {
    super();
  }
}

/** The lookup key of a map: numbers by their numeric value. */
export type MapKey = string | bigint | boolean;

/** Returns the lookup key of a value in a map; undefined if it is not a valid key. */
export function plainKey(key: Value): MapKey | undefined {
  if (typeof key === 'string' || typeof key === 'bigint' || typeof key === 'boolean') return key;
  if (key instanceof UintValue) return key.value;
  return typeof key === 'number' && Number.isInteger(key) ? BigInt(key) : undefined;
}
