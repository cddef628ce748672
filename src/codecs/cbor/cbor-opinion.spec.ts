import { Decoder, Encoder } from 'cbor-x';
import fc from 'fast-check';
import { parseCbor } from './cbor-reader.js';
import { encodeCbor } from './encode-cbor.js';

const MOST_VALUES = 10_000;
/** cbor-x writes larger whole numbers as floats, which are no integers to the reader here. */
const MOST_INTEGER = 2 ** 31 - 1;
/** Keys that objects made by literals or by cbor-x do not hold as members. */
const SPECIAL_KEYS = new Set(['__proto__', '__proto_']);

const key = fc.string({ unit: 'grapheme' }).filter((name) => !SPECIAL_KEYS.has(name));
const { document } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    fc.integer({ min: -MOST_INTEGER, max: MOST_INTEGER }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Number.isInteger(number)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    tie('document'),
  ),
  document: fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
}));

/** The values of a document as cbor-x reads them: maps with keys of bytes, and texts as bytes, as Kubernetes has them. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, member]) => [plain(name), plain(member)]));
  return value;
}

describe('The codec of CBOR, beside cbor-x', () => {
  it('writes documents that cbor-x reads as the same values', () => {
    const decoder = new Decoder({ mapsAsObjects: false, useRecords: false });
    fc.assert(
      fc.property(document, (object) => {
        expect(plain(decoder.decode(encodeCbor(object as object, undefined)))).toEqual(object);
      }),
    );
  });

  it('reads documents that cbor-x writes as the same values', () => {
    const encoder = new Encoder({ mapsAsObjects: true, useRecords: false, variableMapSize: true });
    fc.assert(
      fc.property(document, (object) => {
        expect(parseCbor(encoder.encode(object), { maxValues: MOST_VALUES })).toEqual(object);
      }),
    );
  });
});
