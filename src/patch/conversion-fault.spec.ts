import { ApiType, Field, shapeOf } from '../schema/index.js';
import { conversionFault, typeMetaFault } from './conversion-fault.js';

@ApiType({ name: 'test.v1.ConvertedPart' })
class Part {
  @Field(1, 'string') name?: string;
}

@ApiType({ name: 'test.v1.Converted' })
class Converted {
  @Field(1, 'string') text?: string;
  @Field(2, 'bool') flag?: boolean;
  @Field(3, 'int32') count?: number;
  @Field(4, 'double') share?: number;
  @Field(5, 'bytes') bytes?: string;
  @Field(6, 'quantity') amount?: string;
  @Field(7, Part, { pointer: true }) part?: Part;
  @Field(8, Part, { list: true }) parts?: Part[];
  @Field(9, 'string', { map: true }) labels?: Record<string, string>;
  @Field(10, 'string', { map: true, list: true }) lists?: Record<string, string[]>;
  @Field(11, Part, { pointer: true, or: 'bool' }) either?: Part | boolean;
  @Field(12, 'string', { alias: 'core.Colour' }) colour?: string;
  @Field(13, 'string', { map: true, valueAlias: 'core.Shade' }) shades?: Record<string, string>;
  @Field(14, 'uint64') size?: number;
  @Field(15, 'microTime') at?: string;
  @Field(16, 'intOrString') port?: number | string;
}

const LAYOUT = shapeOf(Converted).strategic;

describe('conversionFault()', () => {
  it.each<[object]>([
    [{}],
    [{ text: 'a', flag: true, count: 1, share: 1.5, bytes: 'YQ==', amount: 5, size: 9007199254740993n }],
    [{ text: null, flag: null, count: null, bytes: null, part: null, parts: null, labels: null, lists: null }],
    [{ share: 1 }],
    [{ bytes: [1, 2] }],
    [{ either: true }],
    [{ at: 'no time', port: 'http' }],
    [{ at: null, port: 80 }],
    [{ either: [] }],
    [{ amount: { any: 'thing' } }],
    [{ undeclared: { any: 'thing' } }],
    [
      {
        part: { name: 'n' },
        parts: [{}, null, { name: 'm' }],
        labels: { a: 'b', c: null },
        lists: { a: ['b'], c: null },
      },
    ],
  ])('finds nothing in %j', (value) => expect(conversionFault(LAYOUT, value)).toBeUndefined());

  it('finds nothing where there is no object, or no type', () => {
    expect(conversionFault(LAYOUT, null)).toBeUndefined();
    expect(conversionFault(LAYOUT, undefined)).toBeUndefined();
    expect(conversionFault(undefined, { text: 5 })).toBeUndefined();
  });

  it.each<[unknown, string]>([
    [[], 'cannot restore struct from: slice'],
    ['a', 'cannot restore struct from: string'],
    [{ text: 5 }, 'cannot convert int64 to string'],
    [{ text: 1.5 }, 'unrecognized type: string'],
    [{ text: true }, 'unrecognized type: string'],
    [{ colour: 5 }, 'cannot convert int64 to core.Colour'],
    [{ shades: { a: 5 } }, 'cannot convert int64 to core.Shade'],
    [{ flag: 'a' }, 'unrecognized type: bool'],
    [{ flag: 1 }, 'unrecognized type: bool'],
    [{ count: 1.5 }, 'cannot convert float64 to int32'],
    [{ count: '1' }, 'unrecognized type: int32'],
    [{ size: 1.5 }, 'cannot convert float64 to uint64'],
    [{ share: 'a' }, 'unrecognized type: float64'],
    [{ bytes: {} }, 'cannot restore slice from map'],
    [{ bytes: '*' }, 'error decoding from json: illegal base64 data at input byte 0'],
    [{ part: 'a' }, 'cannot restore struct from: string'],
    [{ part: { name: 1 } }, 'cannot convert int64 to string'],
    [{ parts: {} }, 'cannot restore slice from map'],
    [{ parts: [{}, { name: 1 }] }, 'cannot convert int64 to string'],
    [{ labels: [] }, 'cannot restore map from slice'],
    [{ labels: { a: 'b', c: 1 } }, 'cannot convert int64 to string'],
    [{ lists: [] }, 'cannot restore map from slice'],
    [{ lists: { a: 'b' } }, 'cannot restore slice from string'],
    [{ lists: { a: ['b', 1] } }, 'cannot convert int64 to string'],
    [{ text: true, flag: 'a' }, 'unrecognized type: string'],
    [{ at: 0 }, 'json: cannot unmarshal number into Go value of type string'],
    [{ port: [] }, 'json: cannot unmarshal array into Go value of type int32'],
  ])('words the first fault of %j', (value, fault) => expect(conversionFault(LAYOUT, value)).toBe(fault));
});

describe('typeMetaFault()', () => {
  it.each<[unknown, string | undefined]>([
    [[{ kind: 5 }], undefined],
    ['a', undefined],
    [null, undefined],
    [{}, undefined],
    [{ kind: null, apiVersion: 'v1' }, undefined],
    [{ kind: 5 }, 'cannot convert int64 to string'],
    [{ kind: 'K', apiVersion: false }, 'unrecognized type: string'],
  ])('of %j is %s', (value, fault) => expect(typeMetaFault(value)).toBe(fault));
});
