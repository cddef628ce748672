import { NumberLiteral, type ObjectShape } from '../../schema/index.js';
import { Major, SELF_DESCRIBED, Simple } from './cbor-head.js';
import { CborWriter } from './cbor-writer.js';
import { type MemberHint, hintsOf } from './member-hints.js';

type Plain = Readonly<Record<string, unknown>>;

/**
 * Writes plain data in canonical form as one data item behind the tag by which CBOR is known, as the reference does: texts
 * and keys as byte strings, keys in the order of their bytes, everything in its shortest form. `type` is that of the
 * object, or of the items of a list.
 */
export function encodeCbor(object: object, type: ObjectShape | undefined): Buffer {
  const writer = new CborWriter();
  writer.raw(SELF_DESCRIBED);
  writeMap(writer, object as Plain, hintFor(object, type));
  return writer.finish();
}

/** Writes the same without the tag, as it stands inside of something else. */
export function encodeCborElement(object: object, type: ObjectShape | undefined): Buffer {
  const writer = new CborWriter();
  writeMap(writer, object as Plain, hintFor(object, type));
  return writer.finish();
}

/** Writes an item of a list, whose kind and version are written once for the list. */
export function encodeCborItem(object: object, type: ObjectShape | undefined): Buffer {
  if (type?.isUnstructured) return encodeCborElement(object, type);
  const { kind: _kind, apiVersion: _apiVersion, ...item } = object as Plain;
  return encodeCborElement(item, type);
}

/** Writes any plain value; `hint` is the declaration of the member in its type. */
export function writeValue(writer: CborWriter, value: unknown, hint?: MemberHint): void {
  switch (typeof value) {
    case 'string':
      if (hint?.scalar === 'bytes') writer.base64(value);
      else writer.text(value);
      return;
    case 'number':
      if (hint?.scalar !== 'double' && Number.isSafeInteger(value)) writer.integer(value);
      else writer.float(value);
      return;
    case 'boolean':
      return writer.simple(value ? Simple.True : Simple.False);
    case 'bigint':
      return writer.bigInteger(value);
    default:
      return writeObject(writer, value as object | null | undefined, hint);
  }
}

function writeObject(writer: CborWriter, value: object | null | undefined, hint: MemberHint | undefined): void {
  if (value === null || value === undefined) return writer.simple(Simple.Null);
  if (value instanceof NumberLiteral) return writeValue(writer, value.valueOf(), hint);
  if (!Array.isArray(value)) return writeMap(writer, value as Plain, hint);
  writer.head(Major.List, value.length);
  for (const element of value) writeValue(writer, element, hint);
}

function writeMap(writer: CborWriter, object: Plain, hint: MemberHint | undefined): void {
  const keys = sortedKeys(object);
  writer.head(Major.Map, keys.length);
  const members = hint?.members;
  for (const key of keys) {
    writer.text(key);
    writeValue(writer, object[key], members ? members.get(key) : hint?.each);
  }
}

/** Returns the keys that have a value in the order of their bytes, the shorter ones first (RFC 8949, 4.2.1). */
export function sortedKeys(object: Plain): string[] {
  const keys = Object.keys(object).filter((key) => object[key] !== undefined);
  if (keys.length < 2) return keys;
  return keys.every(isAscii) ? keys.sort(byLengthAndUnits) : keys.sort(byBytes);
}

function byLengthAndUnits(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

function byBytes(a: string, b: string): number {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length - right.length || left.compare(right);
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** Lists have items of the type, and nothing of their own that needs a hint. */
function hintFor(object: object, type: ObjectShape | undefined): MemberHint | undefined {
  const layout = type?.protobuf;
  if (!layout) return undefined;
  const members = hintsOf(layout);
  return { members: 'items' in object ? new Map([['items', { members }]]) : members };
}
