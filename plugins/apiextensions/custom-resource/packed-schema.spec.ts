import type { JSONSchemaProps } from '../custom-resource-definition/json-schema.v1.js';
import { contentHash } from './content-hash.js';
import { PackedSchema } from './packed-schema.js';

const schema = {
  type: 'object',
  default: JSON.parse('{"__proto__": {"a": 1}, "n": null}') as unknown,
  properties: { big: { type: 'integer', maximum: 2n ** 62n }, text: { type: 'string', pattern: '^é+$' } },
} as unknown as JSONSchemaProps;

describe('PackedSchema', () => {
  it('reads what it was made from, each time a copy', () => {
    const packed = new PackedSchema(schema);
    expect(packed.read()).toEqual(schema);
    expect(packed.read()).not.toBe(packed.read());
    const copy = packed.read() as { default: object };
    expect(Object.hasOwn(copy.default, '__proto__')).toBe(true);
    expect((copy.default as { a?: number }).a).toBeUndefined();
  });
});

describe('contentHash()', () => {
  it('differs where values do, also between an integer and its text', () => {
    expect(contentHash({ a: [1, 2n] })).toBe(contentHash({ a: [1, 2n] }));
    expect(contentHash({ a: 1 })).not.toBe(contentHash({ a: 2 }));
    expect(contentHash(2n)).not.toBe(contentHash(2));
  });
});
