import type protobuf from 'protobufjs/minimal.js';
import type { StructField, StructLayout } from '../../schema/index.js';
import { SCALAR_WIRE, WireType } from './scalar-wire.js';

type Plain = Readonly<Record<string, unknown>>;
type Step = (writer: protobuf.Writer, object: Plain) => void;
type WriteValue = (writer: protobuf.Writer, value: unknown) => void;

const EMPTY: Plain = Object.freeze({});
const STEPS = new WeakMap<StructLayout, readonly Step[]>();

/**
 * Writes an object's fields in the order of their numbers, without a length. The object is in canonical JSON form. As Go
 * does it: plain fields are always written, pointers, lists and maps only where they are set.
 */
export function writeMessage(writer: protobuf.Writer, type: StructLayout, object: Plain): void {
  for (const step of stepsOf(type)) step(writer, object);
}

function stepsOf(type: StructLayout): readonly Step[] {
  let steps = STEPS.get(type);
  if (!steps) {
    steps = compileSteps(type);
    STEPS.set(type, steps);
  }
  return steps;
}

function compileSteps(type: StructLayout): Step[] {
  // Number 0 marks members that JSON has and protobuf has not.
  const numbered = type.ownFields.filter((f) => f.number > 0).map((f) => ({ number: f.number, step: compileStep(f) }));
  const { embedded } = type;
  if (embedded) {
    const write = messageWriter(embedded.type);
    const tag = tagOf(embedded.number, WireType.Delimited);
    numbered.push({ number: embedded.number, step: (writer, object) => write(writer.uint32(tag), object) });
  }
  return numbered.sort((a, b) => a.number - b.number).map(({ step }) => step);
}

function compileStep(field: StructField): Step {
  const { name } = field;
  const write = valueWriter(field);
  const tag = tagOf(field.number, field.map ? WireType.Delimited : wireTypeOf(field));
  if (field.map) return mapStep(field, tag, write);
  if (field.list) return listStep(name, tag, write);
  const isOmitted = field.pointer || (field.scalar && SCALAR_WIRE[field.scalar].omitsUnset);
  return (writer, object) => {
    const value = object[name];
    if (isOmitted && (value === undefined || value === null)) return;
    write(writer.uint32(tag), value);
  };
}

function listStep(name: string, tag: number, write: WriteValue): Step {
  return (writer, object) => {
    const list = object[name] as readonly unknown[] | undefined | null;
    if (list) for (const element of list) write(writer.uint32(tag), element);
  };
}

function mapStep(field: StructField, tag: number, writeOne: WriteValue): Step {
  const { name } = field;
  const write = field.list ? wrappedListWriter(writeOne, wireTypeOf(field)) : writeOne;
  const valueTag = tagOf(2, field.list ? WireType.Delimited : wireTypeOf(field));
  const omitsUnset = !field.list && field.scalar !== undefined && SCALAR_WIRE[field.scalar].omitsUnset === true;
  return (writer, object) => {
    const map = object[name] as Plain | undefined | null;
    if (!map) return;
    for (const key of sortedKeys(map)) {
      writer.uint32(tag).fork().uint32(0x0a).string(key);
      const value = map[key];
      if (!omitsUnset || (value !== null && value !== undefined)) write(writer.uint32(valueTag), value);
      writer.ldelim();
    }
  };
}

/** A list as the value of a map is a message whose field 1 repeats. */
function wrappedListWriter(write: WriteValue, wireType: WireType): WriteValue {
  const tag = tagOf(1, wireType);
  return (writer, value) => {
    writer.fork();
    for (const element of (value as readonly unknown[] | null) ?? []) write(writer.uint32(tag), element);
    writer.ldelim();
  };
}

function valueWriter(field: StructField): WriteValue {
  if (field.struct && field.or) return eitherWriter(field.or, messageWriter(field.struct));
  return field.struct ? messageWriter(field.struct) : SCALAR_WIRE[field.scalar!].write;
}

/** A struct or what stands in its place, in a message that has a field for each. */
function eitherWriter(or: NonNullable<StructField['or']>, writeStruct: WriteValue): WriteValue {
  const isFlagged = or === 'bool';
  const structTag = tagOf(isFlagged ? 2 : 1, WireType.Delimited);
  const otherTag = tagOf(2, WireType.Delimited);
  const writeOther = or === 'list' ? writeStruct : SCALAR_WIRE.string.write;
  return (writer, value) => {
    writer.fork();
    if (isFlagged) writer.uint32(tagOf(1, WireType.Varint)).bool(value !== false);
    if (Array.isArray(value)) for (const element of value) writeOther(writer.uint32(otherTag), element);
    else if (typeof value === 'object' && value !== null) writeStruct(writer.uint32(structTag), value);
    writer.ldelim();
  };
}

function messageWriter(type: StructLayout): WriteValue {
  // Looked up on first use: types may contain themselves.
  let steps: readonly Step[] | undefined;
  return (writer, value) => {
    steps ??= stepsOf(type);
    const object = (value as Plain | undefined | null) ?? EMPTY;
    writer.fork();
    for (const step of steps) step(writer, object);
    writer.ldelim();
  };
}

function wireTypeOf(field: StructField): WireType {
  return field.struct ? WireType.Delimited : SCALAR_WIRE[field.scalar!].wireType;
}

function tagOf(number: number, wireType: WireType): number {
  return ((number << 3) | wireType) >>> 0;
}

function sortedKeys(map: Plain): string[] {
  const keys = Object.keys(map);
  if (keys.length < 2) return keys;
  // UTF-16 order is byte order, but for characters beyond the first plane.
  const isPlain = keys.every((key) => !/[\ud800-\uffff]/.test(key));
  return isPlain ? keys.sort() : keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
