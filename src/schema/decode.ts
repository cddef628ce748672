import { MAX_STRUCT_DEPTH, copyGiven, noteGivenEmpty, noteGivenQuantity } from '../apimachinery/index.js';
import type { CompiledField, CompiledType, PlacedField } from './compiled-type.js';
import { describe, elementName, isNumeric, listName, mapName, readsItself } from './decode-names.js';
import { findUnknown } from './find-unknown.js';
import { NumberLiteral } from './number-literal.js';
import { DecodeError, type DecodeOptions, TooManyStructsError } from './object-shape.js';
import { ScalarError } from './scalars.js';

/**
 * Converts parsed JSON into an object of a type: checks the JSON types, drops unknown members, converts values to
 * canonical form (quantities, times), drops zero values that are not written and adds those that are, in the order of
 * the type's fields. The input is not changed and shares no structs, lists or maps with the result, but for raw values.
 * Throws DecodeError at the first value that does not fit, TooManyStructsError where there are more than allowed.
 */
export function decode(type: CompiledType, value: unknown, options: DecodeOptions = {}): Record<string, unknown> {
  const decoder = new Decoder(options);
  const object = decoder.root(type, value);
  if (options.onUnknown && decoder.sawUnknown) findUnknown(type, value as Plain).forEach(options.onUnknown);
  return object;
}

/** Converts an object to the canonical form it has on the wire; for objects that code has changed. Throws as `decode`. */
export function canonicalize<T extends object>(type: CompiledType, object: T, options: DecodeOptions = {}): T {
  return new Decoder(options, true).root(type, object) as T;
}

type Plain = Record<string, unknown>;

class Decoder {
  /** Member names from the root, without list indexes: how decoding errors name a place. */
  private readonly stack: string[] = [];
  private owner = '';
  /** How errors name everything inside a value that is read as its own document. */
  private place: string | undefined;
  /** True if errors also name places inside of such a value. */
  private namesAll = false;
  /** True if some struct had more members than fields; which ones is only determined on demand. */
  sawUnknown = false;
  private readonly dropsEmpty: boolean;
  /** How many more structs may come. */
  private structsLeft: number;

  private depth = 0;
  /**
   * The size of the last map that was read; engines list all members of a large one to determine whether it has any.
   */
  private mapSize = 0;

  /** True if values may be objects whose documents are known. */
  private readonly copiesGiven: boolean;

  constructor({ dropsEmpty = false, maxStructs = Infinity }: DecodeOptions, isObject = false) {
    this.dropsEmpty = dropsEmpty;
    this.copiesGiven = isObject && !dropsEmpty;
    this.structsLeft = maxStructs;
  }

  root(type: CompiledType, value: unknown): Plain {
    if (!isPlain(value)) throw this.mismatch(value, type.goName);
    this.namesAll = type.hasLongPaths;
    return this.kinded(type, value);
  }

  /** An object that carries its kind and version. */
  private kinded(type: CompiledType, value: Plain): Plain {
    const out: Plain = {};
    if (typeof value.kind === 'string') out.kind = value.kind;
    if (typeof value.apiVersion === 'string') out.apiVersion = value.apiVersion;
    return this.members(type, value, out);
  }

  /**
   * Adds the fields of a type to `out`, which holds kind and version where the type has them. Most fields of most types
   * are not set, so it is the members of the value that are gone through; they stand in the order of the fields wherever
   * a server or a client with the same types has written them.
   */
  private members(type: CompiledType, value: Plain, out: Plain): Plain {
    const outer = this.owner;
    const { placed } = type;
    const always = alwaysThere(type);
    if (this.copiesGiven) copyGiven(value, out);
    let next = 0;
    let last = -1;
    let isOrdered = true;
    this.owner = type.shortName;
    for (const name of Object.keys(value)) {
      const member = value[name];
      if (member === undefined) continue;
      const found = placed.get(name);
      if (found === undefined) {
        if (!isTypeMeta(name) || out[name] === undefined) this.sawUnknown = true;
        continue;
      }
      const { place } = found;
      if (place < last) isOrdered = false;
      last = place;
      for (; next < always.length && always[next].place <= place; next++) {
        if (isOrdered && always[next].place < place) addZero(out, always[next].field);
      }
      const kept = this.kept(found, member, out);
      if (kept !== undefined) out[name] = kept;
    }
    this.owner = outer;
    if (!isOrdered) return inOrder(type, out);
    for (; next < always.length; next++) addZero(out, always[next].field);
    return out;
  }

  /** Returns the retained value of a member; undefined if it is dropped. */
  private kept({ field, shownName }: PlacedField, member: unknown, owner: Plain): unknown {
    if (member === null) return zeroOf(field);
    this.stack.push(shownName);
    const result = this.field(field, member);
    this.stack.pop();
    if (result === undefined) return zeroOf(field);
    if (field.scalar === 'quantity' && !field.map && result !== member) this.noteQuantity(owner, field.name, member);
    const hasMembers = field.map && this.mapSize > 0;
    if (hasMembers || !isDropped(field, result, this.dropsEmpty)) return result;
    if (field.map || field.list) this.noteEmpty(owner, field);
    return zeroOf(field);
  }

  private noteEmpty(owner: Plain, { name }: CompiledField): void {
    // Stored objects are not compared with their documents again.
    if (!this.dropsEmpty) noteGivenEmpty(owner, name);
  }

  private noteQuantity(owner: Plain, name: string, given: unknown): void {
    if (this.dropsEmpty) return;
    noteGivenQuantity(owner, name, given instanceof NumberLiteral ? given.text : given);
  }

  private field(field: CompiledField, value: unknown): unknown {
    if (field.list && field.map) return this.map(field, value, (v) => this.listInMap(field, v));
    if (field.list) return this.list(field, value);
    if (field.map) return this.map(field, value, (v) => this.single(field, v));
    return this.single(field, value);
  }

  private listInMap(field: CompiledField, value: unknown): unknown[] | null {
    return value === null ? null : this.list(field, value);
  }

  private list(field: CompiledField, value: unknown): unknown[] {
    if (!Array.isArray(value)) throw this.mismatch(value, listName(field));
    const out: unknown[] = new Array<unknown>(value.length);
    for (let i = 0; i < value.length; i++) out[i] = this.single(field, value[i]);
    return out;
  }

  private map(field: CompiledField, value: unknown, read: (v: unknown) => unknown): Plain {
    if (!isPlain(value)) throw this.mismatch(value, mapName(field));
    const out: Plain = {};
    let last = '';
    let isSorted = true;
    let size = 0;
    for (const key of Object.keys(value)) {
      const member = value[key];
      // Code may leave members undefined, such as conversions; documents have none.
      if (member === undefined) continue;
      size++;
      setKey(out, key, read(member));
      if (key < last) isSorted = false;
      last = key;
    }
    const map = isSorted ? out : sortedKeys(out);
    if (this.copiesGiven) copyGiven(value, map);
    if (field.scalar === 'quantity') this.noteQuantities(map, value);
    this.mapSize = size;
    return map;
  }

  private noteQuantities(map: Plain, given: Plain): void {
    for (const key of Object.keys(map)) {
      const isRounded = !this.copiesGiven && FINE.test(String(map[key]));
      if (isRounded || map[key] !== given[key]) this.noteQuantity(map, key, given[key]);
    }
  }

  private single(field: CompiledField, value: unknown): unknown {
    if (field.or) return this.apart(() => this.either(field, value));
    if (field.struct) return this.struct(field.struct, value);
    const scalar = field.reader!;
    // The reference's store does not distinguish no bytes from nothing.
    if (value === null) return field.scalar === 'bytes' ? '' : (scalar.zero ?? null);
    if (field.scalar === 'bytes' && Array.isArray(value)) return this.bytes(value);
    try {
      return scalar.read(value);
    } catch (error) {
      if (!(error instanceof ScalarError)) throw error;
      if (!error.isType) throw new DecodeError(error.message);
      throw this.mismatch(value, readsItself(field) ? scalar.goName : elementName(field), isNumeric(field));
    }
  }

  /** Bytes that were sent as a list of numbers, as base64. */
  private bytes(values: readonly unknown[]): string {
    const bytes = Buffer.alloc(values.length);
    for (const [at, value] of values.entries()) {
      const isByte = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_BYTE;
      if (isByte) bytes[at] = value;
      else if (value !== null) throw this.mismatch(value, 'uint8', true);
    }
    return bytes.toString('base64');
  }

  /** A struct, or what may stand in its place. */
  private either({ or, struct }: CompiledField, value: unknown): unknown {
    if (or === 'bool' && typeof value === 'boolean') return value;
    if (or !== 'bool' && Array.isArray(value)) {
      return or === 'list' ? value.map((v) => this.struct(struct!, v)) : value.map((v) => this.text(v));
    }
    if (isPlain(value)) return this.struct(struct!, value);
    if (or === 'bool') throw new DecodeError('boolean or JSON schema expected');
    return undefined;
  }

  private text(value: unknown): string {
    if (typeof value === 'string') return value;
    if (value === null) return '';
    throw this.mismatch(value, 'string');
  }

  /** Decodes a value as its own document: errors inside are reported at its path, unknown members not at all. */
  private apart<T>(read: () => T): T {
    const { sawUnknown } = this;
    const isOutermost = this.place === undefined && !this.namesAll;
    if (isOutermost) this.place = `${this.owner}.${this.stack.join('.')}`;
    const value = read();
    if (isOutermost) this.place = undefined;
    this.sawUnknown = sawUnknown;
    return value;
  }

  private struct(type: CompiledType, value: unknown): Plain {
    if (--this.structsLeft < 0) throw new TooManyStructsError();
    if (value === null) return this.members(type, {}, {});
    if (!isPlain(value)) throw this.mismatch(value, type.goName);
    if (isEmpty(value) && !this.copiesGiven) return emptyStruct(type);
    if (++this.depth > MAX_STRUCT_DEPTH) throw new DecodeError('exceeded max depth');
    const out = type.hasTypeMeta ? this.kinded(type, value) : this.members(type, value, {});
    this.depth--;
    return out;
  }

  private mismatch(value: unknown, wanted: string, showNumber = false): DecodeError {
    const got = `json: cannot unmarshal ${describe(value, showNumber)}`;
    if (this.stack.length === 0) return new DecodeError(`${got} into Go value of type ${wanted}`);
    const place = this.place ?? `${this.owner}.${this.stack.join('.')}`;
    return new DecodeError(`${got} into Go struct field ${place} of type ${wanted}`);
  }
}

const MAX_BYTE = 255;

/** Canonical quantities finer than a thousandth: defaults of resource lists round them, and their text is lost. */
const FINE = /(?:[nu]|e-[69])$/;

const hasOwn = (object: object, name: string): boolean => Object.prototype.hasOwnProperty.call(object, name);

function setKey(map: Plain, key: string, value: unknown): void {
  if (key !== '__proto__') map[key] = value;
  else Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
}

/** A map has no order, and is written in that of its keys, as by the reference. */
function sortedKeys(map: Plain): Plain {
  const sorted: Plain = {};
  for (const key of Object.keys(map).sort()) setKey(sorted, key, map[key]);
  return sorted;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberLiteral);
}

function isDropped(field: CompiledField, value: unknown, dropsEmpty: boolean): boolean {
  if (field.always && !dropsEmpty) return false;
  if (field.map) return isEmpty(value as object);
  if (field.list) return (value as unknown[]).length === 0;
  if (field.always) return false;
  if (field.pointer || field.struct) return false;
  if (field.isStructScalar) return false;
  if (field.scalar === 'bytes') return value === '';
  return value === field.reader!.zero;
}

function isEmpty(object: object): boolean {
  for (const key in object) if (hasOwn(object, key)) return false;
  return true;
}

function zeroOf(field: CompiledField): unknown {
  if (field.embeddedStruct) return emptyStruct(field.struct!);
  if (!field.always && !field.isStructScalar) return undefined;
  if (field.pointer) return null;
  if (field.list || field.map) return null;
  return field.reader!.zero ?? null;
}

function isTypeMeta(name: string): boolean {
  return name === 'kind' || name === 'apiVersion';
}

/** The members of a type that even an empty struct has, in their order. */
const ALWAYS_THERE = new WeakMap<CompiledType, readonly PlacedField[]>();

function alwaysThere(type: CompiledType): readonly PlacedField[] {
  let fields = ALWAYS_THERE.get(type);
  if (!fields) {
    fields = [...type.placed.values()].filter(({ field }) => zeroOf(field) !== undefined);
    ALWAYS_THERE.set(type, fields);
  }
  return fields;
}

function emptyStruct(type: CompiledType): Plain {
  const out: Plain = {};
  for (const { field } of alwaysThere(type)) addZero(out, field);
  return out;
}

function addZero(out: Plain, field: CompiledField): void {
  out[field.name] = zeroOf(field);
}

/** An object with its members in the order of the type's fields, and those that are always there. */
function inOrder(type: CompiledType, given: Plain): Plain {
  const out: Plain = {};
  for (const name of ['kind', 'apiVersion']) {
    if (given[name] !== undefined && !type.placed.has(name)) out[name] = given[name];
  }
  for (const field of type.fields) {
    const value = hasOwn(given, field.name) ? given[field.name] : zeroOf(field);
    if (value !== undefined) out[field.name] = value;
  }
  copyGiven(given, out);
  return out;
}
