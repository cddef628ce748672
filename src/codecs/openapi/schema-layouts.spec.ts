import protobuf from 'protobufjs/minimal.js';
import { SCHEMAS_V2 } from './open-api-v2-layout.js';
import { SCHEMAS_V3 } from './open-api-v3-layout.js';
import type { MessageWriter } from './message-layout.js';

/** The fields of a message by number; text and messages as their bytes. */
function fieldsOf(bytes: Uint8Array): Map<number, (Buffer | number | string)[]> {
  const fields = new Map<number, (Buffer | number | string)[]>();
  const reader = protobuf.Reader.create(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const readers = [() => reader.int64().toString(), () => reader.double(), () => Buffer.from(reader.bytes())];
    const value = readers[tag & 7]();
    fields.set(tag >>> 3, [...(fields.get(tag >>> 3) ?? []), value]);
  }
  return fields;
}

/** Follows messages inside each other by their numbers, and returns the fields of the last. */
function inside(bytes: Uint8Array, ...numbers: number[]): Map<number, (Buffer | number | string)[]> {
  return numbers.reduce((fields, number) => fieldsOf(fields.get(number)![0] as Buffer), fieldsOf(bytes));
}

function encode(layout: MessageWriter, schema: object): Uint8Array {
  const writer = protobuf.Writer.create();
  layout(writer, { A: schema });
  return writer.finish();
}

const v2 = (schema: object) => inside(encode(SCHEMAS_V2, schema), 1, 2);
const v3 = (schema: object) => inside(encode(SCHEMAS_V3, schema), 1, 2, 1);

describe('The protobuf form of a schema', () => {
  it.each<[object, number, number, unknown]>([
    [{ multipleOf: 0.5 }, 6, 10, 0.5],
    [{ maximum: 9223372036854775808 }, 7, 11, 9223372036854775808],
    [{ exclusiveMaximum: true }, 8, 12, '1'],
    [{ minimum: -1 }, 9, 13, -1],
    [{ exclusiveMinimum: true }, 10, 14, '1'],
    [{ maxLength: 9223372036854775807n }, 11, 15, '9223372036854775807'],
    [{ minLength: 0 }, 12, 16, '0'],
    [{ maxItems: 3 }, 14, 18, '3'],
    [{ minItems: 3 }, 15, 19, '3'],
    [{ uniqueItems: true }, 16, 20, '1'],
    [{ maxProperties: 3 }, 17, 21, '3'],
    [{ minProperties: 3 }, 18, 22, '3'],
  ])('has the number of %p', (schema, inV2, inV3, value) => {
    expect(v2(schema).get(inV2)).toEqual([value]);
    expect(v3(schema).get(inV3)).toEqual([value]);
  });

  it.each<[object, number, number]>([
    [{ title: 'text' }, 3, 9],
    [{ pattern: 'text' }, 13, 17],
  ])('has the text of %p', (schema, inV2, inV3) => {
    expect(String(v2(schema).get(inV2))).toBe('text');
    expect(String(v3(schema).get(inV3))).toBe('text');
  });

  it('has values of any type digit by digit', () => {
    const schema = { enum: [9007199254740993n], example: 9007199254740993n };
    expect([20, 30].map((number) => String(inside(encode(SCHEMAS_V2, schema), 1, 2, number).get(2)))).toEqual([
      '9007199254740993',
      '9007199254740993',
    ]);
    expect([24, 7].map((number) => String(inside(encode(SCHEMAS_V3, schema), 1, 2, 1, number).get(2)))).toEqual([
      '9007199254740993',
      '9007199254740993',
    ]);
  });

  it('has a default as the dialect allows it', () => {
    const schema = { default: 9007199254740993n };
    expect(String(inside(encode(SCHEMAS_V2, schema), 1, 2, 5).get(2))).toBe('9007199254740993');
    expect(inside(encode(SCHEMAS_V3, schema), 1, 2, 1, 33).get(1)).toEqual([9007199254740992]);
  });

  it.each([true, false])('has additional properties that are %p', (additionalProperties) => {
    const value = [additionalProperties ? '1' : '0'];
    expect(inside(encode(SCHEMAS_V2, { additionalProperties }), 1, 2, 21).get(2)).toEqual(value);
    expect(inside(encode(SCHEMAS_V3, { additionalProperties }), 1, 2, 1, 32).get(2)).toEqual(value);
  });

  it('has a schema of additional properties', () => {
    const schema = { additionalProperties: { format: 'f' } };
    expect(String(inside(encode(SCHEMAS_V2, schema), 1, 2, 21, 1).get(2))).toBe('f');
    expect(String(inside(encode(SCHEMAS_V3, schema), 1, 2, 1, 32, 1, 1).get(35))).toBe('f');
  });

  it('has conditions and null in version 3', () => {
    const schema = { nullable: true, anyOf: [{ format: 'a' }], not: { format: 'b' } };
    expect(v3(schema).get(1)).toEqual(['1']);
    expect(String(inside(encode(SCHEMAS_V3, schema), 1, 2, 1, 28, 1).get(35))).toBe('a');
    expect(String(inside(encode(SCHEMAS_V3, schema), 1, 2, 1, 29).get(35))).toBe('b');
  });

  it('has links to documentation', () => {
    const schema = { externalDocs: { url: 'u' } };
    expect(String(inside(encode(SCHEMAS_V2, schema), 1, 2, 29).get(2))).toBe('u');
    expect(String(inside(encode(SCHEMAS_V3, schema), 1, 2, 1, 6).get(2))).toBe('u');
  });
});
