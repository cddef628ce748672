import { Reader, Writer } from 'protobufjs/minimal.js';

/** The wire type of a field: `number` is a 64-bit integer that a double can hold, `id` one that it may not. */
type Scalar = 'bytes' | 'string' | 'number' | 'id' | 'bool';

/** A field of a message: its number, name, and type; `repeated` fields are lists. */
export interface Field {
  readonly number: number;
  readonly name: string;
  readonly type: Scalar | Message;
  readonly repeated?: boolean;
}

/** Keys and values are bytes; ids are decimal text. */
type Plain = Record<string, unknown>;

/** One message of etcd's protocol, as far as this engine uses its fields; others are skipped when read. */
export class Message {
  private readonly byNumber: readonly (Field | undefined)[];

  constructor(private readonly fields: readonly Field[]) {
    const byNumber: (Field | undefined)[] = [];
    for (const field of fields) byNumber[field.number] = field;
    this.byNumber = byNumber;
  }

  /** Encodes the fields that are set. */
  encode(value: object): Buffer {
    const writer = Writer.create();
    this.write(writer, value as Plain);
    return Buffer.from(writer.finish());
  }

  /** Decodes a message; fields that are not in it are left out, but for lists. Throws on damaged bytes. */
  decode(bytes: Uint8Array): Plain {
    const reader = Reader.create(bytes);
    return this.read(reader, reader.len);
  }

  private write(writer: Writer, value: Plain): void {
    for (const field of this.fields) {
      const member = value[field.name];
      if (member === undefined) continue;
      for (const one of field.repeated ? (member as unknown[]) : [member]) writeField(writer, field, one);
    }
  }

  private read(reader: Reader, end: number): Plain {
    const value: Plain = {};
    while (reader.pos < end) {
      const tag = reader.uint32();
      const field = this.byNumber[tag >>> 3];
      if (!field) {
        reader.skipType(tag & 7);
        continue;
      }
      const one = this.readField(reader, field);
      if (field.repeated) ((value[field.name] ??= []) as unknown[]).push(one);
      else value[field.name] = one;
    }
    return value;
  }

  private readField(reader: Reader, { type }: Field): unknown {
    if (type instanceof Message) {
      const length = reader.uint32();
      return type.read(reader, reader.pos + length);
    }
    return READ[type](reader);
  }

  /** Writes a message inside another one. */
  writeNested(writer: Writer, number: number, value: Plain): void {
    this.write(writer.uint32((number << 3) | DELIMITED).fork(), value);
    writer.ldelim();
  }
}

function writeField(writer: Writer, { number, type }: Field, value: unknown): void {
  if (type instanceof Message) type.writeNested(writer, number, value as Plain);
  else if (type === 'bytes') writer.uint32((number << 3) | DELIMITED).bytes(value as Uint8Array);
  else if (type === 'string') writer.uint32((number << 3) | DELIMITED).string(value as string);
  else if (type === 'bool') writer.uint32(number << 3).bool(value as boolean);
  else writer.uint32(number << 3).int64(value as number | string);
}

const READ: Readonly<Record<Scalar, (reader: Reader) => unknown>> = {
  // A view would keep the whole response in memory as long as one of its values.
  bytes: (reader) => Buffer.from(reader.bytes()),
  string: (reader) => reader.string(),
  number: (reader) => Number(reader.int64()),
  id: (reader) => reader.int64().toString(),
  bool: (reader) => reader.bool(),
};

const DELIMITED = 2;
