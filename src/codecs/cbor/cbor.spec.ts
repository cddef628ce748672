import fc from 'fast-check';
import type { JsonValue } from '../../apimachinery/index.js';
import { NumberLiteral, type ObjectShape, type StructLayout } from '../../schema/index.js';
import { SizeFault } from '../size-fault.js';
import { CborError } from './cbor-error.js';
import { parseCbor } from './cbor-reader.js';
import { encodeCbor } from './encode-cbor.js';

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');
const read = (hex: string): JsonValue => parseCbor(bytesOf(hex), { maxValues: 1000 });
const write = (value: unknown): string => encodeCbor({ v: value }, undefined).subarray(6).toString('hex');

type Example = readonly [hex: string, value: unknown, written?: string];

/** Examples of RFC 8949, appendix A, with what the reference makes of them and how it writes that. */
const EXAMPLES: readonly Example[] = [
  ['00', 0],
  ['17', 23],
  ['1818', 24],
  ['1864', 100],
  ['1903e8', 1000],
  ['1a000f4240', 1_000_000],
  ['1b000000e8d4a51000', 1_000_000_000_000],
  ['1b7fffffffffffffff', 9_223_372_036_854_775_807n],
  ['20', -1],
  ['29', -10],
  ['3863', -100],
  ['3903e7', -1000],
  ['3b7fffffffffffffff', -9_223_372_036_854_775_808n],
  ['f93e00', 1.5],
  ['fb3ff199999999999a', 1.1],
  ['fa3fc00001', 1.5000001192092896],
  ['f90001', 5.960464477539063e-8],
  ['f98001', -5.960464477539063e-8],
  ['f903ff', 6.097555160522461e-5],
  ['f90400', 6.103515625e-5],
  ['fbc010666666666666', -4.1],
  ['f4', false],
  ['f5', true],
  ['f6', null],
  ['40', ''],
  ['60', '', '40'],
  ['6161', 'a', '4161'],
  ['62225c', '"\\', '42225c'],
  ['62c3bc', 'ü', '42c3bc'],
  ['64f0908591', '𐅑', '44f0908591'],
  ['80', []],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  ['a0', {}],
  ['a26161016162820203', { a: 1, b: [2, 3] }, 'a24161014162820203'],
  ['826161a161626163', ['a', { b: 'c' }], '824161a141624163'],
  ['5f42010243030405ff', '\u0001\u0002\u0003\u0004\u0005', '450102030405'],
  ['7f657374726561646d696e67ff', 'streaming', '4973747265616d696e67'],
  ['9fff', [], '80'],
  ['9f018202039f0405ffff', [1, [2, 3], [4, 5]], '8301820203820405'],
  ['bf61610161629f0203ffff', { a: 1, b: [2, 3] }, 'a24161014162820203'],
  ['bf6346756ef563416d7421ff', { Fun: true, Amt: -2 }, 'a243416d74214346756ef5'],
  [
    'c074323031332d30332d32315432303a30343a30305a',
    '2013-03-21T20:04:00Z',
    '54323031332d30332d32315432303a30343a30305a',
  ],
  ['c11a514b67b0', '2013-03-21T20:04:00Z', '54323031332d30332d32315432303a30343a30305a'],
  ['c1fb41d452d9ec200000', '2013-03-21T20:04:00.5Z', '56323031332d30332d32315432303a30343a30302e355a'],
  ['d64401020304', 'AQIDBA==', '484151494442413d3d'],
  ['d54401020304', 'AQIDBA', '46415149444241'],
  ['d74401020304', '01020304', '483031303230333034'],
  ['d818456449455446', 'dIETF', '456449455446'],
  ['c482211903e8', [-2, 1000], '82211903e8'],
  ['d9d9f7a0', {}, 'a0'],
];

describe('parseCbor() [MEDIA-08]', () => {
  it.each([...EXAMPLES] as [string, unknown, string?][])('reads %s', (hex, value) => {
    expect(read(hex)).toEqual(value);
  });

  it.each([
    ['f90000', '0.0'],
    ['fa47c35000', '100000.0'],
    ['f9c400', '-4.0'],
    ['fb7e37e43c8800759c', '1e+300'],
  ])('reads the float %s as a number that is no integer: %s', (hex, text) => {
    expect(read(hex)).toBeInstanceOf(NumberLiteral);
    expect((read(hex) as unknown as NumberLiteral).text).toBe(text);
  });

  it.each([
    ['', 'EOF'],
    ['18', 'unexpected EOF'],
    ['62', 'unexpected EOF'],
    ['5f41', 'unexpected EOF'],
    ['8201', 'unexpected EOF'],
    ['a141', 'unexpected EOF'],
    ['9a0fffffff', 'unexpected EOF'],
    ['bb7fffffffffffffff', 'unexpected EOF'],
    ['9f01', 'unexpected EOF'],
    ['0001', 'cbor: 1 bytes of extraneous data starting at index 1'],
    ['1c', 'cbor: invalid additional information 28 for type positive integer'],
    ['1f', 'cbor: invalid additional information 31 for type positive integer'],
    ['df', 'cbor: invalid additional information 31 for type tag'],
    ['fc', 'cbor: invalid additional information 28 for type primitives'],
    ['ff', 'cbor: unexpected "break" code'],
    ['a161', 'unexpected EOF'],
    ['5f6161ff', 'cbor: wrong element type UTF-8 text string for indefinite-length byte string'],
    ['5f5f4161ffff', 'cbor: indefinite-length byte string chunk is not definite-length'],
    ['1bffffffffffffffff', "(18446744073709551615 overflows Go's int64)"],
    ['3bffffffffffffffff', "(-18446744073709551616 overflows Go's int64)"],
    ['c249010000000000000000', 'cbor: data item of cbor type tag is not accepted by protocol: bignum'],
    ['c349010000000000000000', 'cbor: data item of cbor type tag is not accepted by protocol: bignum'],
    ['f97c00', 'floating-point infinity'],
    ['faff800000', 'floating-point infinity'],
    ['fb7ff8000000000000', 'floating-point NaN'],
    ['f7', 'simple value 23 is not recognized'],
    ['f0', 'simple value 16 is not recognized'],
    ['f8ff', 'simple value 255 is not recognized'],
    ['f818', 'cbor: invalid simple value 24 for type primitives'],
    ['a201020304', 'cbor: cannot unmarshal positive integer into Go value of type string'],
    ['a2414101614102', 'cbor: found duplicate map key "A" at map element index 1'],
    ['a25f426865436c6c6fff015f416844656c6c6fff02', 'found duplicate map key "hello" at map element index 1'],
    ['6180', 'cbor: invalid UTF-8 string'],
    ['41ff', 'cbor: invalid UTF-8 string'],
    ['7f61c361bcff61', 'extraneous data'],
    ['c054323030362d30312d30325431353a30343a30355a', 'tag number 0 must be followed by text string, got byte string'],
    ['c06474657874', 'cbor: cannot set text for time.Time: parsing time "text"'],
    ['c11b0000003afff44181', 'year outside of range [0,9999]'],
    ['c1f4', 'cbor: tag number 1 must be followed by integer or floating-point number'],
    [`${'81'.repeat(65)}00`, 'cbor: exceeded max nested level 64'],
    [`${'d818'.repeat(65)}00`, 'cbor: exceeded max nested level 64'],
  ])('refuses %s: %s', (hex, message) => {
    expect(() => read(hex)).toThrow(CborError);
    expect(() => read(hex)).toThrow(message);
  });

  it('reads as deep as the reference does', () => {
    expect(JSON.stringify(read(`${'81'.repeat(64)}00`))).toBe(`${'['.repeat(64)}0${']'.repeat(64)}`);
  });

  it('ends with more values than are read, wherever they are', () => {
    const many = 'f6'.repeat(1000);
    expect(() => read(`9903e8${many}`)).toThrow(SizeFault);
    expect(() => read(`9f${many}ff`)).toThrow(SizeFault);
    expect(() => read(`5f${'4161'.repeat(1001)}ff`)).toThrow(SizeFault);
  });

  it('makes members of prototypes ordinary ones', () => {
    const object = read('a1495f5f70726f746f5f5fa1416101') as Record<string, unknown>;
    expect(Object.keys(object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });

  it('takes any bytes without another failure', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          parseCbor(Buffer.from(bytes), { maxValues: 1000 });
        } catch (error) {
          expect(error).toBeInstanceOf(CborError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('encodeCbor() [MEDIA-08]', () => {
  it.each([...EXAMPLES] as [string, unknown, string?][])(
    'writes what was read of %s in its one form',
    (hex, value, written = hex) => {
      expect(write(value)).toBe(written);
    },
  );

  it('begins with the tag by which CBOR is known', () => {
    expect(encodeCbor({}, undefined).toString('hex')).toBe('d9d9f7a0');
  });

  it('writes keys in the order of their bytes, short ones first, and none without a value', () => {
    const keys = ['b', 'aa', 'ü', 'a', '😀', 'zz', 'zzz'];
    const object = Object.fromEntries([...keys.map((key) => [key, 0]), ['gone', undefined]]) as object;
    const decoded = parseCbor(encodeCbor(object, undefined), { maxValues: 100 }) as object;
    expect(Object.keys(decoded)).toEqual(['a', 'b', 'aa', 'zz', 'ü', 'zzz', '😀']);
  });

  it.each([
    [2n ** 64n - 1n, '1bffffffffffffffff'],
    [2n ** 64n, 'fa5f800000'],
    [2 ** 53, 'fa5a000000'],
    [5_000_000_000, '1b000000012a05f200'],
    [4_294_967_296, '1b0000000100000000'],
    [-4_294_967_297, '3b0000000100000000'],
    [65_504.5, 'fa477fe080'],
    [-0, '00'],
  ] as const)('writes %d as %s', (value, hex) => {
    expect(write(value)).toBe(hex);
  });

  it('writes long texts, and those beyond ASCII', () => {
    for (const text of ['x'.repeat(65), 'é'.repeat(40), `${'x'.repeat(70_000)}é`, '\ud800']) {
      expect(parseCbor(encodeCbor({ text }, undefined), { maxValues: 10 })).toEqual({
        text: Buffer.from(text).toString(),
      });
    }
  });

  it('writes bytes and floats as their type says, wherever they stand', () => {
    const inner = { name: 'Inner', fields: [field('data', 'bytes', { map: true }), field('max', 'double')] };
    const layout = {
      name: 'Outer',
      fields: [
        field('raw', 'bytes'),
        field('list', inner, { list: true }),
        field('byName', inner, { map: true }),
        field('count', 'int32'),
      ],
    };
    const type = { protobuf: layout as unknown as StructLayout } as ObjectShape;
    const one = { data: { k: 'AQID' }, max: 1 };
    const hex = encodeCbor({ raw: 'AQID', list: [one], byName: { x: one }, count: 1 }, type).toString('hex');
    const written = 'a2436d6178f93c00446461746' + '1a1416bd643010203';
    expect(hex).toBe(
      `d9d9f7a443726177d643010203446c69737481${written}45636f756e7401466279${'4e616d65'}a14178${written}`,
    );
  });

  it('and parseCbor() give each other back what JSON can say', () => {
    fc.assert(
      fc.property(fc.object({ key: fc.string(), values: [fc.string(), fc.integer(), fc.boolean()] }), (object) => {
        const json = JSON.parse(JSON.stringify(object)) as object;
        expect(parseCbor(encodeCbor(json, undefined), { maxValues: 10_000 })).toEqual(json);
      }),
    );
  });
});

function field(name: string, type: string | object, options: object = {}): object {
  return typeof type === 'string' ? { name, scalar: type, ...options } : { name, struct: type, ...options };
}
