import { MAX_COMPLETED_CHARACTERS, MAX_DEFAULTED_VALUES, StatusError } from '../../apimachinery/index.js';
import type { JsonSchema } from './json-schema.js';
import { findLargeDefaults } from './large-defaults.js';
import { StructuralShape } from './structural-shape.js';

const TEXT: JsonSchema = { type: 'string', default: 'x' };
const list = (length: number, items: JsonSchema, element: unknown = {}): JsonSchema => ({
  type: 'array',
  items,
  default: Array.from({ length }, () => element),
});
const struct = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
/** Lists in elements of lists, each of so many defaults. */
const multiplying = (depth: number, length: number): JsonSchema =>
  depth === 0 ? TEXT : list(length, struct({ l: multiplying(depth - 1, length) }, { default: {} }));

const filled = (schema: JsonSchema, object: object): object => {
  new StructuralShape('T', schema).applyDefaults(object);
  return object;
};

const faultOf = (write: () => unknown): unknown => {
  try {
    return write();
  } catch (error) {
    return error instanceof StatusError ? error.code : error;
  }
};

describe('applyDefaults()', () => {
  it.each<[string, JsonSchema, object, object]>([
    ['absent members', struct({ a: TEXT }), {}, { a: 'x' }],
    ['members inside of defaults', struct({ s: struct({ a: TEXT }, { default: {} }) }), {}, { s: { a: 'x' } }],
    ['elements of defaults', struct({ l: list(2, struct({ a: TEXT })) }), {}, { l: [{ a: 'x' }, { a: 'x' }] }],
    ['refused nulls', struct({ a: TEXT }), { a: null }, { a: 'x' }],
    ['null elements', struct({ l: { type: 'array', items: TEXT } }), { l: [null, 'b'] }, { l: ['x', 'b'] }],
    ['null elements of defaults', struct({ l: list(2, TEXT, null) }), {}, { l: ['x', 'x'] }],
    ['no accepted nulls', struct({ a: { ...TEXT, nullable: true } }), { a: null }, { a: null }],
    ['values of maps', { type: 'object', additionalProperties: struct({ a: TEXT }) }, { k: {} }, { k: { a: 'x' } }],
    ['null values of maps', { type: 'object', additionalProperties: TEXT }, { k: null }, { k: 'x' }],
  ])('fills in %s', (_, schema, object, expected) => {
    expect(filled(schema, object)).toEqual(expected);
  });

  it('answers 413 before defaults have multiplied', () => {
    const schema = struct({ l: multiplying(8, 60) });
    expect(faultOf(() => filled(schema, {}))).toBe(413);
  });

  it('counts the defaults of all elements', () => {
    const schema = struct({ l: { type: 'array', items: struct({ d: list(100, TEXT, 'y') }) } });
    const elements = (count: number): object => ({ l: Array.from({ length: count }, () => ({})) });
    expect(faultOf(() => filled(schema, elements(MAX_DEFAULTED_VALUES / 101 + 1)))).toBe(413);
    expect(faultOf(() => filled(schema, elements(10)))).toEqual({
      l: Array.from({ length: 10 }, () => ({ d: Array.from({ length: 100 }, () => 'y') })),
    });
  });

  it('counts long texts', () => {
    const schema = struct({
      l: { type: 'array', items: struct({ t: { type: 'string', default: 'x'.repeat(1_000_000) } }) },
    });
    expect(faultOf(() => filled(schema, { l: [{}, {}, {}, {}] }))).toBe(413);
  });

  it('leaves a stored object without defaults that a schema got later where they are large', () => {
    const schema = (characters: number): JsonSchema =>
      struct({ a: { type: 'string', default: 'x'.repeat(characters) } });
    const complete = (characters: number, object: object): boolean =>
      new StructuralShape('T', schema(characters)).completeStored(object);
    const [large, small] = [{}, {}];
    expect(complete(MAX_COMPLETED_CHARACTERS + 1, large)).toBe(false);
    expect(large).toEqual({});
    expect(complete(10, small)).toBe(true);
    expect(small).toEqual({ a: 'xxxxxxxxxx' });
  });
});

it('counts defaults that are nested deeper than functions can call themselves', () => {
  let value: unknown = 1;
  for (let i = 0; i < 9000; i++) value = { a: value };
  const schema: JsonSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, default: value };
  expect(findLargeDefaults(struct({ d: schema }))).toEqual([]);
});

describe('findLargeDefaults()', () => {
  it.each<[string, JsonSchema, unknown[]]>([
    ['none', struct({ a: TEXT, l: list(100, TEXT, 'y') }), []],
    ['one in a property', struct({ l: multiplying(3, 60) }), [[{ property: 'l' }]]],
    ['one in elements', struct({ m: { type: 'array', items: multiplying(3, 60) } }), [[{ property: 'm' }, 'items']]],
    [
      'one in values of a map',
      struct({ m: { type: 'object', additionalProperties: multiplying(3, 60) } }),
      [[{ property: 'm' }, 'additionalProperties']],
    ],
    ['many levels', struct({ l: multiplying(500, 60) }), [[{ property: 'l' }]]],
    [
      'one that becomes large by what it contains',
      struct({ s: struct({ l: multiplying(2, 200), m: multiplying(2, 200) }, { default: {} }) }),
      [[{ property: 's' }]],
    ],
  ])('finds %s', (_, schema, expected) => {
    expect(findLargeDefaults(schema)).toEqual(expected);
  });
});
