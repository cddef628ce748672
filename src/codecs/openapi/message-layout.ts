import type protobuf from 'protobufjs/minimal.js';
import { stringifyJson } from '../json/stringify-json.js';
import { writeInt64 } from '../protobuf/int64.js';

type Json = Readonly<Record<string, unknown>>;

/** Writes the fields of one message, without its length. */
export type MessageWriter = (writer: protobuf.Writer, value: unknown) => void;

/** Writes one field with its tag; called only for values that are set. */
export type FieldWriter = (writer: protobuf.Writer, value: unknown) => void;

/** A message is given as a function where messages contain each other. */
export type Message = () => MessageWriter;

const FIXED64 = 1;
const DELIMITED = 2;

/** Writes the tag of a field that holds a message or text. */
function tagged(writer: protobuf.Writer, number: number): protobuf.Writer {
  return writer.uint32((number << 3) | DELIMITED);
}

/** Writes a message with its length, after its tag. */
function embed(writer: protobuf.Writer, message: MessageWriter, value: unknown): void {
  writer.fork();
  message(writer, value);
  writer.ldelim();
}

/** Returns a message whose fields carry the names JSON has; `extension` is the number of the list of `x-` members. */
export function message(fields: Readonly<Record<string, FieldWriter>>, extension?: number): MessageWriter {
  const members = Object.entries(fields);
  return (writer, value) => {
    const object = value as Json;
    for (const [name, write] of members) if (object[name] !== undefined) write(writer, object[name]);
    if (extension === undefined) return;
    for (const name of Object.keys(object)) {
      if (name.startsWith('x-')) embed(tagged(writer, extension), named(anyValue), [name, object[name]]);
    }
  };
}

/** Returns a message of which exactly one field is set; `choose` returns its number and message by the value. */
export function choice(choose: (value: unknown) => readonly [number, MessageWriter]): MessageWriter {
  return (writer, value) => {
    const [number, chosen] = choose(value);
    embed(tagged(writer, number), chosen, value);
  };
}

/** Returns a string. */
export function text(number: number): FieldWriter {
  return (writer, value) => void tagged(writer, number).string(String(value));
}

/** Returns a list of strings. */
export function texts(number: number): FieldWriter {
  const write = text(number);
  return (writer, value) => (value as readonly unknown[]).forEach((element) => write(writer, element));
}

/** Returns a boolean. */
export function bool(number: number): FieldWriter {
  return (writer, value) => void writer.uint32(number << 3).bool(value === true);
}

/** Returns a double. */
export function double(number: number): FieldWriter {
  return (writer, value) => void writer.uint32((number << 3) | FIXED64).double(Number(value));
}

/** Returns an integer of 64 bits. */
export function int64(number: number): FieldWriter {
  return (writer, value) => writeInt64(writer.uint32(number << 3), value as number | bigint);
}

/** Returns a nested message. */
export function nested(number: number, inner: Message): FieldWriter {
  return (writer, value) => embed(tagged(writer, number), inner(), value);
}

/** Returns a list of messages. */
export function list(number: number, inner: Message): FieldWriter {
  return (writer, value) =>
    (value as readonly unknown[]).forEach((element) => embed(tagged(writer, number), inner(), element));
}

/** Returns a JSON object as a list of name and value; also serves as a message that has only this field. */
export function entries(number: number, inner: Message): FieldWriter {
  return (writer, value) => {
    const pair = named(inner());
    for (const entry of Object.entries(value as Json)) embed(tagged(writer, number), pair, entry);
  };
}

/** Returns a list of values of any type. */
export function anys(number: number): FieldWriter {
  return list(number, () => anyValue);
}

/** Returns a value of any type, as YAML text; JSON is YAML. */
export const anyValue: MessageWriter = (writer, value) => text(2)(writer, stringifyJson(value));

function named(inner: MessageWriter): MessageWriter {
  return (writer, value) => {
    const [name, content] = value as readonly [string, unknown];
    text(1)(writer, name);
    embed(tagged(writer, 2), inner, content);
  };
}
