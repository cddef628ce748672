import type protobuf from 'protobufjs/minimal.js';
import { MAX_STRUCT_DEPTH, MAX_VALUES } from '../../apimachinery/index.js';
import type { StructField, StructLayout } from '../../schema/index.js';
import { SizeFault } from '../size-fault.js';
import { ProtobufError } from './protobuf-error.js';
import { type FieldReader, readMessage, skipField } from './read-message.js';
import { SCALAR_WIRE, WireType, readEnd } from './scalar-wire.js';

type Plain = Record<string, unknown>;

/** How many values may still be read, and how deep the one is that is being read. One message is read at a time. */
const bounds = { valuesLeft: MAX_VALUES, depth: 0 };

function countValue(): void {
  if (--bounds.valuesLeft < 0) throw new SizeFault(`limit is ${MAX_VALUES} values`);
}

type ReadInto = (reader: protobuf.Reader, object: Plain, wireType: number) => void;

const READERS = new WeakMap<StructLayout, ObjectReader>();

/**
 * Reads a whole message into JSON form, zero values included; fields the type does not have are dropped. Throws
 * ProtobufError, and SizeFault where it holds more than MAX_VALUES structs and elements.
 */
export function readRoot(reader: protobuf.Reader, type: StructLayout): Plain {
  bounds.valuesLeft = MAX_VALUES;
  bounds.depth = 0;
  return readObject(reader, reader.len, type);
}

function readObject(reader: protobuf.Reader, end: number, type: StructLayout): Plain {
  countValue();
  const object: Plain = {};
  if (++bounds.depth > MAX_STRUCT_DEPTH + 1) throw new ProtobufError('proto: exceeded max depth');
  readerOf(type).readInto(object, reader, end);
  bounds.depth--;
  return object;
}

/** Reads the fields of one type. */
class ObjectReader {
  private readonly readers: readonly (ReadInto | undefined)[];

  constructor(type: StructLayout) {
    this.readers = compileReaders(type);
  }

  readInto(object: Plain, reader: protobuf.Reader, end: number): void {
    const { readers } = this;
    while (reader.pos < end) {
      const tag = reader.uint32();
      const read = readers[tag >>> 3];
      if (read) read(reader, object, tag & 7);
      else skipField(reader, tag);
    }
    if (reader.pos !== end) throw new ProtobufError('unexpected EOF');
  }
}

function readerOf(type: StructLayout): ObjectReader {
  let reader = READERS.get(type);
  if (!reader) {
    reader = new ObjectReader(type);
    READERS.set(type, reader);
  }
  return reader;
}

function compileReaders(type: StructLayout): (ReadInto | undefined)[] {
  const readers: (ReadInto | undefined)[] = [];
  for (const field of type.ownFields) if (field.number > 0) readers[field.number] = compileReader(field);
  const { embedded } = type;
  if (embedded) {
    readers[embedded.number] = (reader, object, wireType) => {
      expectWireType(wireType, WireType.Delimited, embedded.type.shortName);
      readerOf(embedded.type).readInto(object, reader, readEnd(reader));
    };
  }
  return readers;
}

function compileReader(field: StructField): ReadInto {
  const read = valueReader(field);
  if (field.map) return mapReader(field, read);
  const wanted = wireTypeOf(field);
  if (field.list) return listReader(field, wanted, read);
  return (reader, object, wireType) => {
    expectWireType(wireType, wanted, field.name);
    object[field.name] = read(reader);
  };
}

function listReader(field: StructField, wanted: WireType, read: FieldReader): ReadInto {
  return (reader, object, wireType) => {
    const list = (object[field.name] ??= []) as unknown[];
    if (wireType === WireType.Delimited && wanted !== WireType.Delimited) {
      const end = readEnd(reader);
      while (reader.pos < end) {
        countValue();
        list.push(read(reader));
      }
      return;
    }
    expectWireType(wireType, wanted, field.name);
    countValue();
    list.push(read(reader));
  };
}

function mapReader(field: StructField, readOne: FieldReader): ReadInto {
  const readers: Record<number, FieldReader> = {
    1: SCALAR_WIRE.string.read,
    2: field.list ? (reader) => readWrappedList(reader, readOne) : readOne,
  };
  return (reader, object, wireType) => {
    expectWireType(wireType, WireType.Delimited, field.name);
    countValue();
    const entry = readMessage(reader, readEnd(reader), readers);
    const map = (object[field.name] ??= {}) as Plain;
    const key = (entry[1] as string | undefined) ?? '';
    const value = 2 in entry ? entry[2] : zeroOf(field);
    if (key !== '__proto__') map[key] = value;
    else Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
  };
}

function readWrappedList(reader: protobuf.Reader, read: FieldReader): unknown[] {
  const out: unknown[] = [];
  const end = readEnd(reader);
  while (reader.pos < end) {
    const tag = reader.uint32();
    countValue();
    if (tag >>> 3 === 1) out.push(read(reader));
    else skipField(reader, tag);
  }
  return out;
}

function zeroOf(field: StructField): unknown {
  if (field.list) return [];
  if (field.struct) return {};
  return field.scalar === 'string' ? '' : field.scalar === 'quantity' ? '0' : null;
}

function valueReader(field: StructField): FieldReader {
  const { struct, or } = field;
  if (struct && or) return eitherReader(struct, or);
  if (struct) return (reader) => readObject(reader, readEnd(reader), struct);
  return SCALAR_WIRE[field.scalar!].read;
}

/** Reads a message that has a field for a struct and one for what may stand in its place. */
function eitherReader(struct: StructLayout, or: NonNullable<StructField['or']>): FieldReader {
  const readStruct: FieldReader = (reader) => readObject(reader, readEnd(reader), struct);
  if (or === 'bool') {
    const readers = { 1: SCALAR_WIRE.bool.read, 2: readStruct };
    return (reader) => {
      const fields = readMessage(reader, readEnd(reader), readers);
      return fields[2] ?? fields[1] ?? false;
    };
  }
  const readElement = or === 'list' ? readStruct : SCALAR_WIRE.string.read;
  return (reader) => {
    const list: unknown[] = [];
    const add: FieldReader = (inner) => {
      countValue();
      return list.push(readElement(inner));
    };
    const fields = readMessage(reader, readEnd(reader), { 1: readStruct, 2: add });
    return list.length > 0 ? list : (fields[1] ?? null);
  };
}

function wireTypeOf(field: StructField): WireType {
  return field.struct ? WireType.Delimited : SCALAR_WIRE[field.scalar!].wireType;
}

function expectWireType(got: number, wanted: number, name: string): void {
  if (got === wanted) return;
  const goName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  throw new ProtobufError(`proto: wrong wireType = ${got} for field ${goName}`);
}
