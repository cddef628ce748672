import { NumberLiteral } from '../number-literal.js';
import type { JsonSchema } from './json-schema.js';
import { StructuralShape } from './structural-shape.js';

function shapeOfSpec(properties: Record<string, JsonSchema>, rest: JsonSchema = {}): StructuralShape {
  return new StructuralShape('test.v1.Thing', {
    type: 'object',
    properties: { spec: { type: 'object', properties, ...rest } },
  });
}

/** The causes of one value under one schema, as `field message`. */
function faultsOf(schema: JsonSchema, value: unknown, old?: unknown): string[] {
  const shape = shapeOfSpec({ x: schema });
  const object = shape.decode({ spec: { x: value } });
  const before = old === undefined ? undefined : shape.decode({ spec: { x: old } });
  return shape.validate(object, { old: before }).map(({ field, message }) => `${field} ${message}`);
}

const wrong = (got: string, expected: string) => [
  `spec.x Invalid value: "${got}": spec.x in body must be of type ${expected}: "${got}"`,
];

describe('the type of a value', () => {
  it.each<[JsonSchema, unknown, string, string]>([
    [{ type: 'string' }, 0, 'integer', 'string'],
    [{ type: 'string' }, 0.5, 'number', 'string'],
    [{ type: 'string' }, new NumberLiteral('1.0'), 'number', 'string'],
    [{ type: 'string' }, 2n ** 62n, 'integer', 'string'],
    [{ type: 'string' }, 2n ** 63n, 'number', 'string'],
    [{ type: 'string' }, true, 'boolean', 'string'],
    [{ type: 'string' }, [], 'array', 'string'],
    [{ type: 'string' }, {}, 'object', 'string'],
    [{ type: 'integer' }, 1.5, 'number', 'integer'],
    [{ type: 'integer' }, 1e18 + 0.5, 'number', 'integer'],
    [{ type: 'number' }, '5', 'string', 'number'],
    [{ type: 'object' }, 'x', 'string', 'object'],
    [{ 'x-kubernetes-int-or-string': true }, 1.5, 'number', 'integer,string'],
    [{ 'x-kubernetes-int-or-string': true }, {}, 'object', 'integer,string'],
  ])('of schema %j refuses %p', (schema, value, got, expected) => {
    expect(faultsOf(schema, value)).toEqual(
      got === 'number' && schema.type === 'integer' && value === 1e18 + 0.5 ? [] : wrong(got, expected),
    );
  });

  it.each<[JsonSchema, unknown]>([
    [{ type: 'integer' }, new NumberLiteral('1.0')],
    [{ type: 'number' }, 1],
    [{ 'x-kubernetes-int-or-string': true }, 'a'],
    [{ 'x-kubernetes-int-or-string': true }, 1],
    [{ type: 'string', nullable: true }, null],
    [{}, [1]],
  ])('of schema %j accepts %p', (schema, value) => {
    expect(faultsOf(schema, value)).toEqual([]);
  });

  it('is that of the elements, where null is no element', () => {
    expect(faultsOf({ type: 'array', items: { type: 'string' } }, ['a', null])).toEqual([
      'spec.x[1] Invalid value: "null": spec.x[1] in body must be of type string: "null"',
    ]);
  });

  it('is that of the format where the value is no text', () => {
    expect(faultsOf({ type: 'string', format: 'ipv4' }, 5)).toEqual([
      'spec.x Invalid value: "int64": spec.x in body must be of type ipv4: "int64"',
    ]);
    expect(faultsOf({ type: 'object', format: 'date' }, '2020-01-31')).toEqual([]);
  });
});

describe('the limits of a value', () => {
  it.each<[JsonSchema, unknown, string]>([
    [{ minLength: 2 }, 'ä', 'Invalid value: "ä": spec.x in body should be at least 2 chars long'],
    [{ maxLength: 1 }, 'ab', 'Too long: may not be more than 1 bytes'],
    [{ pattern: '^a+$' }, 'b', `Invalid value: "b": spec.x in body should match '^a+$'`],
    [{ minimum: 2 }, 1, 'Invalid value: 1: spec.x in body should be greater than or equal to 2'],
    [{ minimum: 2, exclusiveMinimum: true }, 2, 'Invalid value: 2: spec.x in body should be greater than 2'],
    [{ maximum: 2 }, 3, 'Invalid value: 3: spec.x in body should be less than or equal to 2'],
    [{ maximum: 2, exclusiveMaximum: true }, 2, 'Invalid value: 2: spec.x in body should be less than 2'],
    [{ maximum: 2 }, 2.5, 'Invalid value: 2.5: spec.x in body should be less than or equal to 2'],
    [{ maximum: 1 }, 1e6 + 0.5, 'Invalid value: 1.0000005e+06: spec.x in body should be less than or equal to 1'],
    [{ multipleOf: 5 }, 2147483648, 'Invalid value: 2147483648: spec.x in body should be a multiple of 5'],
    [{ multipleOf: 0.1 }, -1, 'Invalid value: 0: factor MultipleOf declared for spec.x must be positive: 0'],
    [{ minItems: 1 }, [], 'Invalid value: 0: spec.x in body should have at least 1 items'],
    [{ maxItems: 1 }, [1, 2], 'Too many: 2: must have at most 1 items'],
    [{ enum: ['a', null] }, null, 'Unsupported value: "null": supported values: "a", "null"'],
    [{ enum: [1, { a: 1 }] }, [], 'Unsupported value: []interface {}{}: supported values: "1", "{\\"a\\":1}"'],
  ])('of %j refuse %j', (limits, value, message) => {
    expect(faultsOf({ nullable: true, ...limits }, value)).toEqual([`spec.x ${message}`]);
  });

  it.each<[JsonSchema, unknown]>([
    [{ maxLength: 2 }, '😀😀'],
    [{ multipleOf: 0.1 }, 0.3],
    [{ enum: [1] }, 1.5],
    [{ enum: [{ a: [1], b: 2 }] }, { b: 2, a: [1] }],
    [{ format: 'poem' }, 'anything'],
  ])('of %j accept %j', (limits, value) => {
    const open = { 'x-kubernetes-preserve-unknown-fields': true, ...limits };
    expect(faultsOf(open, value)).toEqual([]);
  });

  it('of members count those there are, before any is looked at', () => {
    const schema: JsonSchema = { type: 'object', additionalProperties: { type: 'string' }, minProperties: 2 };
    expect(faultsOf(schema, { a: 1 })).toEqual([
      'spec.x Invalid value: 1: spec.x in body should have at least 2 properties',
    ]);
    expect(faultsOf({ ...schema, minProperties: 0, maxProperties: 0 }, { a: 'b' })).toEqual([
      'spec.x Too many: 1: must have at most 0 items',
    ]);
    expect(faultsOf({ ...schema, minProperties: 0 }, { 'a.b': 1 })).toEqual([
      'spec.x.a.b Invalid value: "integer": spec.x.a.b in body must be of type string: "integer"',
    ]);
  });

  it('require members', () => {
    expect(faultsOf({ type: 'object', properties: { a: {} }, required: ['a'] }, {})).toEqual([
      'spec.x.a Required value',
    ]);
  });
});

describe('junctors', () => {
  const between: JsonSchema[] = [{ maximum: 3 }, { minimum: 2 }];

  it.each<[JsonSchema, unknown, string[]]>([
    [{ anyOf: [{ maximum: 1 }, { minimum: 5 }] }, 1, []],
    [
      { anyOf: [{ maximum: 1 }, { minimum: 5 }] },
      3,
      [
        '<nil> Invalid value: "": "spec.x" must validate at least one schema (anyOf)',
        'spec.x Invalid value: 3: spec.x in body should be less than or equal to 1',
      ],
    ],
    [{ oneOf: between }, 1, []],
    [
      { oneOf: between },
      2,
      ['<nil> Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found 2 valid alternatives'],
    ],
    [
      { allOf: [{ minimum: 2 }, { multipleOf: 5 }] },
      4,
      [
        '<nil> Invalid value: "": "spec.x" must validate all the schemas (allOf)',
        'spec.x Invalid value: 4: spec.x in body should be a multiple of 5',
      ],
    ],
    [{ not: { minimum: 2 } }, 1, []],
    [{ not: { minimum: 2 } }, 2, ['<nil> Invalid value: "": "spec.x" must not validate the schema (not)']],
  ])('%j of %j', (schema, value, faults) => {
    expect(faultsOf({ type: 'integer', ...schema }, value).sort()).toEqual(faults);
  });

  it('report the alternative that came closest', () => {
    const choice: JsonSchema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      oneOf: [{ required: ['a'] }, { properties: { b: { minLength: 3 } }, required: ['b'] }],
    };
    expect(faultsOf(choice, { b: 'x' }).sort()).toEqual([
      '<nil> Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found none valid',
      'spec.x.b Invalid value: "x": spec.x.b in body should be at least 3 chars long',
    ]);
  });
});

describe('ratcheting', () => {
  const short: JsonSchema = { type: 'string', maxLength: 1 };
  const fault = (place: string) => [`${place} Too long: may not be more than 1 bytes`];

  it('accepts a value that was there before, and no other', () => {
    expect(faultsOf(short, 'long', 'long')).toEqual([]);
    expect(faultsOf(short, 'long', 'longer')).toEqual(fault('spec.x'));
    expect(faultsOf(short, 'long')).toEqual(fault('spec.x'));
  });

  it.each<[string, JsonSchema, unknown[], unknown[], string[]]>([
    ['by nothing where it has no type', {}, ['long', 'a'], ['long', 'b'], fault('spec.x[0]')],
    ['not in sets', { 'x-kubernetes-list-type': 'set' }, ['long', 'a'], ['long'], fault('spec.x[0]')],
    ['not in atomic lists', { 'x-kubernetes-list-type': 'atomic' }, ['long', 'a'], ['long'], fault('spec.x[0]')],
  ])('finds the elements of a list %s', (_how, list, value, old, faults) => {
    expect(faultsOf({ type: 'array', items: short, ...list }, value, old)).toEqual(faults);
  });

  it('finds the elements of a list of type map by their keys', () => {
    const list: JsonSchema = {
      type: 'array',
      items: { type: 'object', properties: { k: { type: 'string' }, v: short } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    };
    const old = [{ k: 'a', v: 'long' }];
    expect(faultsOf(list, [{ k: 'b' }, { k: 'a', v: 'long' }], old)).toEqual([]);
    expect(faultsOf(list, [{ k: 'b', v: 'long' }], old)).toEqual(fault('spec.x[0].v'));
  });

  it('accepts a whole list whose faults are its own', () => {
    const list: JsonSchema = { type: 'array', items: { type: 'string' }, maxItems: 1 };
    expect(faultsOf(list, ['a', 'b'], ['a', 'b'])).toEqual([]);
    expect(faultsOf(list, ['a', 'c'], ['a', 'b'])).toEqual(['spec.x Too many: 2: must have at most 1 items']);
  });

  it('compares every pair of values once, however deep the faults stand', () => {
    let schema: JsonSchema = { type: 'string', maxLength: 1 };
    let [value, old]: unknown[] = ['long', 'longer'];
    for (let depth = 0; depth < 500; depth++) {
      schema = { type: 'object', properties: { x: schema }, maxProperties: 0 };
      [value, old] = [{ x: value }, { x: old }];
    }
    expect(faultsOf(schema, value, old)).toHaveLength(1);
  });
});

describe('lists of type set and map', () => {
  const map = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k', 'p'] };

  it.each<[JsonSchema, unknown[], string[]]>([
    [{ 'x-kubernetes-list-type': 'set' }, ['a', 'b', 'a', 'a'], ['spec.x[2] Duplicate value: "a"']],
    [{ 'x-kubernetes-list-type': 'set' }, [1, '1'], []],
    [
      { 'x-kubernetes-list-type': 'set' },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      ['spec.x[1] Duplicate value: map[string]interface {}{"a":1, "b":2}'],
    ],
    [
      map,
      [{ k: 'a' }, { k: 'a', p: 1 }, { k: 'a', p: 1 }],
      ['spec.x[2] Duplicate value: map[string]interface {}{"k":"a", "p":1}'],
    ],
    [map, [{ k: 'a' }, 'x'], ['spec.x[1] Invalid value: "x": must be an object for an array of list-type map']],
    [{}, ['a', 'a'], []],
  ])('%j of %j', (list, value, faults) => {
    const items = { 'x-kubernetes-preserve-unknown-fields': true };
    expect(faultsOf({ type: 'array', items, ...list }, value)).toEqual(faults);
  });

  it('may repeat what they repeated before', () => {
    const set: JsonSchema = { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' };
    expect(faultsOf(set, ['a', 'a', 'b', 'b'], ['a', 'a'])).toEqual([]);
    expect(faultsOf(set, ['a', 'a'], ['a'])).toEqual(['spec.x[1] Duplicate value: "a"']);
  });
});

describe('embedded objects', () => {
  const embedded: JsonSchema = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  };

  it.each<[unknown, string[]]>([
    [{ apiVersion: 'v1', kind: 'Pod', metadata: { finalizers: ['x'] }, spec: 1 }, []],
    [{}, ['spec.x.apiVersion Required value: must not be empty', 'spec.x.kind Required value: must not be empty']],
    [
      { apiVersion: 'a/b/c', kind: 'Pod' },
      ['spec.x.apiVersion Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c'],
    ],
    [
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a/b' } },
      [`spec.x.metadata.name Invalid value: "a/b": may not contain '/'`],
    ],
  ])('%j', (value, faults) => {
    expect(faultsOf(embedded, value)).toEqual(faults);
  });
});
