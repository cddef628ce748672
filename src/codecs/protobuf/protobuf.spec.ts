import fc from 'fast-check';
import { ApiType, Field, ObjectMeta, shapeOf } from '../../schema/index.js';
import {
  ProtobufError,
  decodeProtobuf,
  decodeProtobufObject,
  encodeProtobuf,
  encodeProtobufList,
  encodeProtobufMessage,
  encodeProtobufWatchFrame,
} from './index.js';

@ApiType({ name: 'test.v1.Part' })
class Part {
  @Field(1, 'string', { always: true })
  name: string;
}

@ApiType({ name: 'test.v1.Tree' })
class Tree {
  @Field(1, () => Tree, { list: true })
  children?: Tree[];
}

@ApiType({ name: 'test.v1.Everything', embed: 30 })
class Everything extends Part {
  apiVersion?: string;
  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(7, 'int32')
  plain?: number;

  @Field(3, 'int32', { pointer: true })
  set?: number;

  @Field(0, 'string')
  onlyInJson?: string;

  @Field(4, 'int64', { list: true })
  numbers?: (number | bigint)[];

  @Field(5, 'string', { map: true })
  labels?: Record<string, string>;

  @Field(6, 'string', { map: true, list: true })
  extra?: Record<string, string[]>;

  @Field(8, 'bytes', { map: true })
  data?: Record<string, string>;

  @Field(9, 'quantity', { map: true })
  resources?: Record<string, string>;

  @Field(10, 'time', { pointer: true })
  time?: string;

  @Field(11, 'microTime', { pointer: true })
  microTime?: string;

  @Field(12, 'intOrString', { pointer: true })
  port?: number | string;

  @Field(13, 'duration', { pointer: true })
  wait?: string;

  @Field(14, 'rawExtension', { pointer: true })
  raw?: unknown;

  @Field(15, 'double')
  ratio?: number;

  @Field(16, 'bool')
  flag?: boolean;

  @Field(17, Part, { list: true })
  parts?: Part[];

  @Field(18, 'bytes')
  blob?: string;

  @Field(19, 'uint64')
  large?: number | bigint;
}

@ApiType({ name: 'test.v1.Small' })
class Small {
  @Field(2, 'string')
  text?: string;

  @Field(1, 'int32', { pointer: true })
  count?: number;

  @Field(3, 'intOrString')
  port?: number | string;

  @Field(4, 'time')
  time?: string;

  @Field(5, 'quantity')
  amount?: string;

  @Field(6, 'string', { map: true })
  labels?: Record<string, string>;
}

const SMALL = shapeOf(Small).protobuf!;
const EVERYTHING = shapeOf(Everything).protobuf!;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const small = (bytes: number[]): unknown => decodeProtobufObject(SMALL, Uint8Array.from(bytes));

describe('encodeProtobufMessage()', () => {
  it('writes plain fields always and pointers only when set, in the order of their numbers', () => {
    expect(hex(encodeProtobufMessage(SMALL, {}))).toBe('1200' + '1a06080010001a00' + '2200' + '2a030a0130');
    expect(hex(encodeProtobufMessage(SMALL, { count: 0 }))).toMatch(/^08001200/);
  });

  it('writes negative numbers in ten bytes', () => {
    expect(hex(encodeProtobufMessage(SMALL, { count: -1 }))).toMatch(/^08ffffffffffffffffff01/);
  });

  it('writes whole seconds and a zero fraction for times', () => {
    expect(hex(encodeProtobufMessage(SMALL, { time: '1970-01-01T00:00:05Z' }))).toContain('220408051000');
  });

  it('sorts maps by the bytes of their keys', () => {
    const bytes = encodeProtobufMessage(SMALL, { labels: { '\uff5e': '1', '😀': '2', b: '3', a: '4' } });
    const keys = decodeProtobufObject(SMALL, bytes) as { labels: object };
    expect(Object.keys(keys.labels)).toEqual(['a', 'b', '\uff5e', '😀']);
  });

  it('writes lists inside maps as messages', () => {
    const bytes = encodeProtobufMessage(EVERYTHING, { extra: { k: ['v'] } });
    expect(hex(bytes)).toContain('3208' + '0a016b' + '1203' + '0a0176');
  });

  it('is not disturbed by an object it could not write', () => {
    expect(() => encodeProtobufMessage(EVERYTHING, { metadata: {}, time: 'no time' })).toThrow();
    expect(hex(encodeProtobufMessage(SMALL, { count: 1, text: 'a' }))).toMatch(/^0801120161/);
  });

  it('nests the fields of a parent class', () => {
    expect(hex(encodeProtobufMessage(EVERYTHING, { name: 'x' }))).toMatch(/f201030a0178$/);
  });
});

describe('decodeProtobufObject()', () => {
  const metadata = { creationTimestamp: null };
  const text = fc.string({ unit: 'grapheme', maxLength: 8 });
  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  const exact = (n: bigint): number | bigint => (Number.isSafeInteger(Number(n)) ? Number(n) : n);
  const base64 = fc.uint8Array({ maxLength: 5 }).map((b) => Buffer.from(b).toString('base64'));
  const objects = fc.record(
    {
      name: text,
      plain: fc.integer(),
      set: fc.integer(),
      numbers: fc.array(int64.map(exact), { maxLength: 3 }),
      labels: fc.dictionary(text, text, { maxKeys: 3 }),
      extra: fc.dictionary(text, fc.array(text, { maxLength: 2 }), { minKeys: 1, maxKeys: 2 }),
      data: fc.dictionary(text, base64, { maxKeys: 2 }),
      resources: fc.dictionary(text, fc.constantFrom('1', '1500m', '2Gi', '0'), { maxKeys: 2 }),
      time: fc.constantFrom('2024-02-29T23:59:59Z', '1969-12-31T23:59:59Z'),
      microTime: fc.constantFrom('2024-02-29T23:59:59.000001Z', '1969-12-31T23:59:59.999999Z'),
      port: fc.oneof(text, fc.integer()),
      wait: fc.constantFrom('1h30m0s', '300ms', '-5s', '0s'),
      raw: fc.constantFrom({ a: [1, null, 'x'] }, { big: 9007199254740993n }),
      ratio: fc.double({ noNaN: true, noDefaultInfinity: true }),
      flag: fc.boolean(),
      parts: fc.array(fc.record({ name: text }), { maxLength: 2 }),
      blob: base64,
      large: uint64.map(exact),
    },
    { requiredKeys: [] },
  );

  it('reads what was written', () => {
    fc.assert(
      fc.property(objects, (object) => {
        const canonical = shapeOf(Everything).decode({ ...object, metadata });
        const bytes = encodeProtobufMessage(EVERYTHING, canonical);
        expect(shapeOf(Everything).decode(decodeProtobufObject(EVERYTHING, bytes))).toEqual(canonical);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['no text', ''],
    ['short text', 'a'.repeat(24)],
    ['text that is just not short', 'a'.repeat(25)],
    ['long text', 'b'.repeat(70_000)],
    ['characters of several bytes', 'größe 漢字 😀'],
    ['a short text that ends in such', 'größe'],
  ])('reads %s, from a buffer and from plain bytes', (_what, name) => {
    const layout = shapeOf(Part).protobuf!;
    const bytes = encodeProtobufMessage(layout, { name });
    expect(decodeProtobufObject(layout, bytes)).toEqual({ name });
    expect(decodeProtobufObject(layout, Uint8Array.from(bytes))).toEqual({ name });
  });

  it.each([5, 24, 25, 3000])('refuses a text of %d bytes that is cut off', (length) => {
    const layout = shapeOf(Part).protobuf!;
    const bytes = encodeProtobufMessage(layout, { name: 'a'.repeat(length) });
    expect(() => decodeProtobufObject(layout, bytes.subarray(0, -1))).toThrow(ProtobufError);
  });

  it('drops fields it does not know', () => {
    expect(small([0x08, 0x05, 0x98, 0x06, 0x05, 0x92, 0x06, 0x01, 0x78])).toEqual({ count: 5 });
  });

  it('reads packed lists', () => {
    expect(decodeProtobufObject(EVERYTHING, Uint8Array.of(0x22, 2, 1, 2))).toEqual({ numbers: [1, 2] });
  });

  it('reads a time without fields as unset', () => {
    expect(small([0x22, 0x00])).toEqual({ time: null });
  });

  it('keeps a map key named __proto__ an ordinary key', () => {
    const bytes = encodeProtobufMessage(SMALL, JSON.parse('{"labels":{"__proto__":"x"}}') as object);
    expect(Object.keys((decodeProtobufObject(SMALL, bytes) as { labels: object }).labels)).toEqual(['__proto__']);
  });

  it.each([
    [[0x12, 0x05, 0x61], 'unexpected EOF'],
    [[0x08], 'unexpected EOF'],
    [[0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], 'proto: integer overflow'],
    [[0x10, 0x01], 'proto: wrong wireType = 0 for field Text'],
    [[0x00, 0x01], 'proto: illegal tag 0 (wire type 0)'],
    [[0x57, 0x01], 'proto: illegal wireType 7'],
    [[0x2a, 0x02, 0x0a, 0x05, 0x31], 'unexpected EOF'],
  ])('refuses %j', (bytes, message) => {
    expect(() => small(bytes)).toThrow(ProtobufError);
    expect(() => small(bytes)).toThrow(message);
  });

  it('refuses endless nesting', () => {
    let bytes = Buffer.alloc(0);
    const layers: Buffer[] = [];
    for (let i = 0; i < 20_000; i++) {
      const head = Buffer.from([0x0a, ...varint(bytes.length)]);
      layers.push(head);
      bytes = Buffer.alloc(bytes.length + head.length);
    }
    const nested = Buffer.concat(layers.reverse());
    expect(() => decodeProtobufObject(shapeOf(Tree).protobuf!, nested)).toThrow('proto: exceeded max depth');
  });
});

@ApiType({ name: 'com.example.v1.Either' })
class Either {
  @Field(1, 'string')
  name?: string;

  @Field(2, () => Either, { or: 'bool', pointer: true })
  flag?: Either | boolean;

  @Field(3, () => Either, { or: 'list', pointer: true })
  list?: Either | Either[];

  @Field(4, () => Either, { or: 'texts', map: true })
  texts?: Record<string, Either | string[]>;
}

describe('fields that hold a struct or something else', () => {
  const layout = shapeOf(Either).protobuf!;

  it.each<[Either, string]>([
    [{ name: '', flag: true }, '0a00' + '12020801'],
    [{ name: '', flag: false }, '0a00' + '12020800'],
    [{ name: '', flag: { name: 'a' } }, '0a00' + '12070801' + '1203' + '0a0161'],
    [{ name: '', list: { name: 'a' } }, '0a00' + '1a05' + '0a03' + '0a0161'],
    [{ name: '', list: [{ name: 'a' }] }, '0a00' + '1a05' + '1203' + '0a0161'],
    [{ name: '', texts: { k: ['t'] } }, '0a00' + '2208' + '0a016b' + '1203' + '120174'],
  ])('go as messages of their own: %j', (object, hex) => {
    const bytes = encodeProtobufMessage(layout, object);
    expect(bytes.toString('hex')).toBe(hex);
    expect(decodeProtobufObject(layout, bytes)).toEqual(object);
  });
});

function varint(value: number): number[] {
  const out: number[] = [];
  for (; value > 127; value >>>= 7) out.push((value & 127) | 128);
  return [...out, value];
}

describe('envelopes', () => {
  const gvk = { group: 'test', version: 'v1', kind: 'Small' };

  it('carry kind and apiVersion beside the object', () => {
    const bytes = encodeProtobuf(SMALL, gvk, { count: 1 });
    expect(hex(bytes.subarray(0, 4))).toBe('6b387300');
    expect(hex(bytes.subarray(-4))).toBe('1a002200');
    const envelope = decodeProtobuf(bytes);
    expect(envelope).toMatchObject({ apiVersion: 'test/v1', kind: 'Small', contentType: '' });
    expect(decodeProtobufObject(SMALL, envelope.raw)).toMatchObject({ count: 1 });
  });

  it('may leave kind and apiVersion out', () => {
    const bytes = Buffer.from('azhzAAoECgASABIFCgMKAWIaACIA', 'base64');
    expect(decodeProtobuf(bytes)).toMatchObject({ apiVersion: '', kind: '' });
  });

  it.each([
    ['', 'empty data'],
    ['6b387300', 'empty body'],
    ['6b3878000a', 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]'],
    ['6b3873000a0f0a0276311209', 'unexpected EOF'],
  ])('refuse %j', (bytes, message) => {
    expect(() => decodeProtobuf(Buffer.from(bytes, 'hex'))).toThrow(message);
  });

  it('hold lists and watch events', () => {
    const head = { gvk: { ...gvk, kind: 'SmallList' }, metadata: { resourceVersion: '5' } };
    const list = encodeProtobufList(SMALL, head, [{ count: 1 }, {}]);
    const { kind, raw } = decodeProtobuf(list);
    expect(kind).toBe('SmallList');
    expect(hex(raw)).toMatch(/^0a070a001201351a0012/);
    const frame = encodeProtobufWatchFrame('ADDED', encodeProtobuf(SMALL, gvk, {}));
    expect(frame.readUInt32BE(0)).toBe(frame.length - 4);
    expect(hex(frame.subarray(4, 11))).toBe('0a054144444544');
  });
});
