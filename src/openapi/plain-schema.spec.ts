import type { PlainSchema, PublishedSchema } from '../schema/index.js';
import { publishPlain } from './plain-schema.js';
import type { Dialect } from './schema.js';

const TEXT = { type: 'string' };
const META = { description: 'metadata' };
const OBJECT_MEMBERS = { apiVersion: TEXT, kind: TEXT, metadata: META };
const ALTERNATIVES = [{ type: 'integer' }, { type: 'string' }];
const EITHER = { 'x-kubernetes-int-or-string': true };
const KEEPS = { 'x-kubernetes-preserve-unknown-fields': true };
const EMBEDDED = { 'x-kubernetes-embedded-resource': true };

const publish = (schema: PlainSchema, dialect: Dialect, more: Partial<PublishedSchema> = {}): PlainSchema =>
  publishPlain({ schema, ...more }, dialect, OBJECT_MEMBERS) as PlainSchema;

/** A member of the root as a dialect publishes it. */
function member(schema: PlainSchema, dialect: Dialect): unknown {
  const { properties } = publish({ type: 'object', properties: { m: schema } }, dialect);
  return (properties as Record<string, unknown>).m;
}

describe('publishPlain() at the root', () => {
  it.each<Dialect>(['v2', 'v3'])('has the members of every object in place of those of the author in %s', (dialect) => {
    const own = { kind: { type: 'string', enum: ['A'] }, metadata: { type: 'object' }, spec: TEXT };
    expect(publish({ type: 'object', properties: own }, dialect)).toEqual({
      type: 'object',
      properties: { ...OBJECT_MEMBERS, spec: TEXT },
    });
  });

  it.each<Dialect>(['v2', 'v3'])('shows the type alone of a schema without structure in %s', (dialect) => {
    expect(publish({ properties: { spec: TEXT } }, dialect, { isOpaque: true })).toEqual({ type: 'object' });
  });

  it('shows the type alone in v2 where members that are not declared are kept', () => {
    const schema = { type: 'object', properties: { spec: TEXT } };
    expect(publish({ ...schema, ...KEEPS }, 'v2')).toEqual({ type: 'object' });
    expect(publish(schema, 'v2', { isOpen: true })).toEqual({ type: 'object' });
    const properties = { ...OBJECT_MEMBERS, spec: TEXT };
    expect(publish({ ...schema, ...KEEPS }, 'v3')).toEqual({ ...schema, ...KEEPS, properties });
    expect(publish(schema, 'v3', { isOpen: true })).toEqual({ ...schema, properties });
  });
});

describe('publishPlain() of a member', () => {
  // The schema, in v3, in v2: the same as in v3 where not given.
  it.each<[PlainSchema, PlainSchema, PlainSchema?]>([
    [TEXT, TEXT],
    [
      { ...TEXT, description: 'd', title: 't', format: 'f', pattern: 'p' },
      { ...TEXT, description: 'd', title: 't', format: 'f', pattern: 'p' },
    ],
    [{ ...TEXT, description: '', title: '', format: '', pattern: '' }, TEXT],
    [{ ...TEXT, nullable: false, uniqueItems: false, exclusiveMaximum: false, exclusiveMinimum: false }, TEXT],
    [{ ...TEXT, required: [], enum: [], allOf: [], anyOf: [], oneOf: [], properties: {} }, TEXT],
    [
      { type: 'integer', maximum: 9223372036854775807n, exclusiveMaximum: true },
      { type: 'integer', maximum: 9223372036854775808, exclusiveMaximum: true },
    ],
    [
      { type: 'number', minimum: 0, exclusiveMinimum: true, multipleOf: 0.5 },
      { type: 'number', minimum: 0, exclusiveMinimum: true, multipleOf: 0.5 },
    ],
    [
      { ...TEXT, minLength: 0, maxLength: 9223372036854775807n },
      { ...TEXT, minLength: 0, maxLength: 9223372036854775807n },
    ],
    [
      { type: 'object', minProperties: 0, maxProperties: 2 },
      { type: 'object', minProperties: 0, maxProperties: 2 },
    ],
    [
      { type: 'integer', enum: [9007199254740993n] },
      { type: 'integer', enum: [9007199254740993n] },
    ],
    [
      { type: 'integer', default: 9007199254740993n },
      { type: 'integer', default: 9007199254740993n },
      { type: 'integer' },
    ],
    [{ type: 'boolean', default: false }, { type: 'boolean', default: false }, { type: 'boolean' }],
    [
      { ...TEXT, example: 'e', externalDocs: { url: 'u', description: '' } },
      { ...TEXT, example: 'e', externalDocs: { url: 'u' } },
    ],
    [{ ...TEXT, id: 'x', $schema: 'x', other: 'x' }, TEXT],
    [
      { type: 'object', additionalProperties: true },
      { type: 'object', additionalProperties: true },
    ],
    [
      { type: 'object', additionalProperties: false },
      { type: 'object', additionalProperties: false },
    ],
    [
      { type: 'object', additionalProperties: { ...TEXT, nullable: true }, required: ['a'] },
      { type: 'object', additionalProperties: { ...TEXT, nullable: true }, required: ['a'] },
      { type: 'object', additionalProperties: {} },
    ],
    [
      { type: 'array', items: { ...TEXT, default: 'x' }, 'x-kubernetes-list-type': 'set' },
      { type: 'array', items: { ...TEXT, default: 'x' }, 'x-kubernetes-list-type': 'set' },
      { type: 'array', items: TEXT, 'x-kubernetes-list-type': 'set' },
    ],
    [{ ...TEXT, not: { enum: ['a'] } }, { ...TEXT, not: { enum: ['a'] } }, TEXT],
    [
      { ...TEXT, allOf: [{ minLength: 1 }], anyOf: [{ maxLength: 1 }], oneOf: [{ pattern: 'a' }] },
      { ...TEXT, allOf: [{ minLength: 1 }], anyOf: [{ maxLength: 1 }], oneOf: [{ pattern: 'a' }] },
      TEXT,
    ],
    [{ ...TEXT, nullable: true }, { ...TEXT, nullable: true }, {}],
    [
      { type: 'object', nullable: true, properties: { a: TEXT }, required: ['a'] },
      { type: 'object', nullable: true, properties: { a: TEXT }, required: ['a'] },
      { required: ['a'] },
    ],
    [{ type: 'array', nullable: true, items: TEXT }, { type: 'array', nullable: true, items: TEXT }, {}],
    [
      { type: 'object', properties: { a: { ...TEXT, nullable: true }, b: TEXT }, required: ['a', 'b'] },
      { type: 'object', properties: { a: { ...TEXT, nullable: true }, b: TEXT }, required: ['a', 'b'] },
      { type: 'object', properties: { a: {}, b: TEXT }, required: ['b'] },
    ],
    [
      { type: 'object', properties: { a: { ...TEXT, nullable: true } }, required: ['a'] },
      { type: 'object', properties: { a: { ...TEXT, nullable: true } }, required: ['a'] },
      { type: 'object', properties: { a: {} } },
    ],
    [
      { type: 'object', ...KEEPS, properties: { a: TEXT }, additionalProperties: TEXT },
      { type: 'object', ...KEEPS, properties: { a: TEXT }, additionalProperties: TEXT },
      { ...KEEPS, additionalProperties: TEXT },
    ],
    [{ type: 'array', ...KEEPS, items: TEXT }, { type: 'array', ...KEEPS, items: TEXT }, KEEPS],
    [
      { ...TEXT, ...KEEPS },
      { ...TEXT, ...KEEPS },
    ],
    [{ ...TEXT, 'x-kubernetes-preserve-unknown-fields': false }, TEXT],
    [EITHER, { ...EITHER, anyOf: ALTERNATIVES }, EITHER],
    [{ ...EITHER, anyOf: ALTERNATIVES }, { ...EITHER, anyOf: ALTERNATIVES }, EITHER],
    [
      { ...EITHER, allOf: [{ anyOf: ALTERNATIVES }, { pattern: 'a' }] },
      { ...EITHER, allOf: [{ anyOf: ALTERNATIVES }, { pattern: 'a' }] },
      EITHER,
    ],
    [{ ...EITHER, allOf: [{ pattern: 'a' }] }, { ...EITHER, allOf: [{ pattern: 'a' }], anyOf: ALTERNATIVES }, EITHER],
    [
      { ...EITHER, anyOf: [{ minimum: 1n }, { pattern: 'a' }], allOf: [{ pattern: 'b' }] },
      {
        ...EITHER,
        anyOf: [{ minimum: 1 }, { pattern: 'a' }],
        allOf: [{ anyOf: ALTERNATIVES }, { pattern: 'b' }],
      },
      EITHER,
    ],
    [
      { type: 'object', ...EMBEDDED },
      { type: 'object', ...EMBEDDED, required: ['kind', 'apiVersion'], properties: OBJECT_MEMBERS },
    ],
    [
      {
        type: 'object',
        ...EMBEDDED,
        required: ['apiVersion', 'spec'],
        properties: { spec: TEXT, kind: { enum: ['A'] } },
      },
      {
        type: 'object',
        ...EMBEDDED,
        required: ['apiVersion', 'spec', 'kind'],
        properties: { ...OBJECT_MEMBERS, spec: TEXT },
      },
    ],
    [
      { type: 'object', ...EMBEDDED, ...KEEPS },
      { type: 'object', ...EMBEDDED, ...KEEPS, required: ['kind', 'apiVersion'], properties: OBJECT_MEMBERS },
      { ...EMBEDDED, ...KEEPS },
    ],
    [
      { type: 'object', ...EMBEDDED, nullable: true },
      {
        type: 'object',
        ...EMBEDDED,
        nullable: true,
        required: ['kind', 'apiVersion'],
        properties: OBJECT_MEMBERS,
      },
      { ...EMBEDDED, required: ['kind', 'apiVersion'], properties: OBJECT_MEMBERS },
    ],
    [
      { ...TEXT, 'x-kubernetes-validations': [{ rule: 'true', message: '', optionalOldSelf: false, other: 1 }] },
      { ...TEXT, 'x-kubernetes-validations': [{ rule: 'true', optionalOldSelf: false }] },
    ],
    [
      { type: 'array', items: TEXT, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'] },
      { type: 'array', items: TEXT, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'] },
    ],
    [
      { type: 'object', 'x-kubernetes-map-type': 'atomic', 'x-kubernetes-list-map-keys': [] },
      { type: 'object', 'x-kubernetes-map-type': 'atomic' },
    ],
    [
      { type: 'object', allOf: [{ properties: { a: { not: { enum: [1n] } } }, items: { ...TEXT } }] },
      { type: 'object', allOf: [{ properties: { a: { not: { enum: [1n] } } }, items: { ...TEXT } }] },
      { type: 'object' },
    ],
  ])('publishes %j', (schema, inV3, inV2 = inV3) => {
    expect(member(schema, 'v3')).toEqual(inV3);
    expect(member(schema, 'v2')).toEqual(inV2);
  });

  it('keeps members of any name', () => {
    const properties = JSON.parse('{"__proto__": {"type": "string"}, "default": {"type": "string"}}') as PlainSchema;
    expect(JSON.stringify(member({ type: 'object', properties }, 'v2'))).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"default":{"type":"string"}}}',
    );
  });
});
