import { DecodeError } from '../object-shape.js';
import type { JsonSchema } from './json-schema.js';
import { StructuralShape } from './structural-shape.js';

function decodeSpec(schema: JsonSchema, spec: unknown, dropsMalformed = false) {
  const unknown: string[] = [];
  const shape = new StructuralShape('test.v1.Thing', { type: 'object', properties: { spec: schema } });
  const object = shape.decode({ spec }, { onUnknown: (path) => unknown.push(path), dropsMalformed });
  return { shape, object, spec: object.spec, unknown };
}

const open = { 'x-kubernetes-preserve-unknown-fields': true };

describe('StructuralShape.decode()', () => {
  it.each<[string, JsonSchema, unknown, unknown, string[]]>([
    ['members', { type: 'object', properties: { a: {} } }, { a: 1, z: 1, b: 2 }, { a: 1 }, ['spec.b', 'spec.z']],
    ['members of an undeclared type', {}, { a: 1 }, {}, ['spec.a']],
    ['members in lists', { items: { type: 'object' } }, [{ a: 1 }], [{}], ['spec[0].a']],
    ['members of any values', { additionalProperties: true }, { a: { b: 1 } }, { a: {} }, ['spec.a.b']],
    ['no values of a map', { additionalProperties: { type: 'string' } }, { a: 'b' }, { a: 'b' }, []],
    ['nothing where all is kept', open, { a: { b: [{ c: null }] } }, { a: { b: [{ c: null }] } }, []],
    [
      'members below what is declared there',
      { ...open, properties: { a: { type: 'object' } } },
      { a: { b: 1 }, c: { d: 1 } },
      { a: {}, c: { d: 1 } },
      ['spec.a.b'],
    ],
  ])('drops and reports %s', (_what, schema, value, expected, paths) => {
    const { spec, unknown } = decodeSpec(schema, value);
    expect(spec).toEqual(expected);
    expect(unknown).toEqual(paths);
  });

  it('takes undefined members, which code leaves, for absent ones', () => {
    const value = { a: undefined, b: { c: undefined, d: [{ e: undefined }] } };
    const { spec } = decodeSpec({ ...open, properties: { a: { type: 'string' } } }, value);
    expect(spec).toStrictEqual({ b: { d: [{}] } });
  });

  it('drops nulls that are not allowed and have no default', () => {
    const properties: Record<string, JsonSchema> = {
      plain: { type: 'string' },
      nullable: { type: 'string', nullable: true },
      defaulted: { type: 'string', default: 'd' },
    };
    const { spec } = decodeSpec({ properties }, { plain: null, nullable: null, defaulted: null });
    expect(spec).toEqual({ nullable: null, defaulted: null });
  });

  it('keeps members with the names of prototypes', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"constructor":2}') as unknown;
    const { spec } = decodeSpec(open, value);
    expect(Object.keys(spec as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(spec)).toBe(Object.prototype);
  });

  describe('of an embedded object', () => {
    const embedded: JsonSchema = { type: 'object', 'x-kubernetes-embedded-resource': true };

    it('reads its metadata as of any object', () => {
      const value = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', creationTimestamp: null, zzz: 1 } };
      const { spec, unknown } = decodeSpec(embedded, value);
      expect(spec).toEqual({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } });
      expect(unknown).toEqual(['spec.metadata.zzz']);
    });

    it.each([
      [{ kind: 5 }, 'spec.kind: Invalid value: 5: must be a string'],
      [{ apiVersion: null }, 'spec.apiVersion: Invalid value: "null": must be a string'],
      [
        { metadata: { name: 0 } },
        'spec.metadata: Invalid value: map[string]interface {}{"name":0}: ' +
          'json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
      ],
      [
        { metadata: 'x' },
        'spec.metadata: Invalid value: "x": json: cannot unmarshal string into Go value of type v1.ObjectMeta',
      ],
    ])('refuses %j', (value, message) => {
      expect(() => decodeSpec(embedded, value)).toThrow(new DecodeError(message));
    });

    it('drops what cannot be read of a stored one', () => {
      const { spec } = decodeSpec(embedded, { kind: 5, apiVersion: 'v1', metadata: { name: 0, uid: 'u' } }, true);
      expect(spec).toEqual({ apiVersion: 'v1', metadata: { uid: 'u' } });
    });
  });
});

describe('StructuralShape.applyDefaults()', () => {
  const withDefaults: JsonSchema = {
    type: 'object',
    properties: {
      text: { type: 'string', default: 'd' },
      nullable: { type: 'string', nullable: true, default: 'd' },
      inner: { type: 'object', default: {}, properties: { deep: { type: 'integer', default: 1 } } },
      absent: { type: 'object', properties: { deep: { type: 'integer', default: 1 } } },
      list: { type: 'array', items: { type: 'string', default: 'e' } },
      map: { type: 'object', additionalProperties: { type: 'object', properties: { deep: { default: 2 } } } },
    },
  };

  it('fills in what is absent, and nulls that are not allowed', () => {
    const { shape, object } = decodeSpec(withDefaults, {
      text: null,
      nullable: null,
      list: [null, 'a'],
      map: { a: {} },
    });
    shape.applyDefaults(object);
    expect(object.spec).toEqual({
      text: 'd',
      nullable: null,
      inner: { deep: 1 },
      list: ['e', 'a'],
      map: { a: { deep: 2 } },
    });
  });

  it('gives every object a default of its own', () => {
    const [one, two] = [decodeSpec(withDefaults, {}), decodeSpec(withDefaults, {})];
    one.shape.applyDefaults(one.object);
    one.shape.applyDefaults(two.object);
    expect((one.spec as { inner: object }).inner).not.toBe((two.spec as { inner: object }).inner);
  });
});
