import type { ApiObject } from '../../apimachinery/index.js';
import { ApiType, Field, ObjectMeta, type ObjectShape, StructuralShape, shapeOf } from '../../schema/index.js';
import { ForeignValue } from '../go-value.js';
import { mergeConfiguration } from './merge-configuration.js';

@ApiType({ name: 'test.v1.Anchor', mapType: 'atomic' })
class Anchor {
  @Field(1, 'string') name?: string;
  @Field(2, 'string', { list: true }) chains?: string[];
}

@ApiType({ name: 'test.v1.Cabin' })
class Cabin {
  @Field(1, 'string') name?: string;
  @Field(2, 'int32', { pointer: true }) beds?: number;
  @Field(3, Anchor, { pointer: true }) anchor?: Anchor;
}

@ApiType({ name: 'test.v1.ShipSpec' })
class ShipSpec {
  @Field(1, 'int32', { pointer: true, default: 1 }) masts?: number;
  @Field(2, 'string', { list: true }) ports?: string[];
  @Field(3, 'string', { list: true, listType: 'set' }) flags?: string[];
  @Field(4, Cabin, { list: true, listType: 'map', listMapKeys: ['name'] }) cabins?: Cabin[];
  @Field(5, 'string', { map: true }) cargo?: Record<string, string>;
  @Field(6, Anchor, { pointer: true }) anchor?: Anchor;
  @Field(7, Anchor, { map: true }) anchors?: Record<string, Anchor>;
  @Field(8, 'bool', { pointer: true }) afloat?: boolean;
  @Field(9, 'rawExtension') log?: object;
}

@ApiType({ name: 'test.v1.Ship' })
class Ship {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, ShipSpec, { pointer: true }) spec?: ShipSpec;
}

const SHIP = shapeOf(Ship);
const BOAT = new StructuralShape('test.v1.Boat', {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        masts: { type: 'integer' },
        flags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        log: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
});

const NULL = new ForeignValue('structpb.NullValue', { text: 'NULL_VALUE', syntax: '0' }, null);
const MAP = new ForeignValue(
  'map[ref.Val]ref.Val',
  { text: 'map[a:b]', syntax: 'map[ref.Val]ref.Val{"a":"b"}' },
  { a: 'b' },
);

function shipOf(spec: ShipSpec): ApiObject {
  return {
    apiVersion: 'test/v1',
    kind: 'Ship',
    metadata: { name: 's', creationTimestamp: null },
    spec,
  } as unknown as ApiObject;
}

function merged(spec: object, live: ShipSpec = {}, shape: ObjectShape = SHIP): unknown {
  return mergeConfiguration({ shape, object: shipOf(live), configuration: { spec } });
}

describe('mergeConfiguration()', () => {
  it.each<[string, ShipSpec, object, object]>([
    ['sets members, and keeps others', { masts: 2, afloat: true }, { masts: 3 }, { masts: 3, afloat: true }],
    ['applies no defaults', {}, { afloat: true }, { afloat: true }],
    ['merges maps', { cargo: { a: '1', b: '2' } }, { cargo: { b: '3' } }, { cargo: { a: '1', b: '3' } }],
    ['merges sets', { flags: ['a', 'b'] }, { flags: ['c', 'a'] }, { flags: ['c', 'a', 'b'] }],
    [
      'merges lists by their keys',
      { cabins: [{ name: 'a', beds: 1 }, { name: 'b' }] },
      { cabins: [{ name: 'a', beds: 2 }, { name: 'c' }] },
      { cabins: [{ name: 'a', beds: 2 }, { name: 'b' }, { name: 'c' }] },
    ],
    ['leaves untouched what is not named', { ports: ['x'] }, { flags: [] }, { ports: ['x'] }],
    ['wraps numbers that are too wide', {}, { masts: 2 ** 32 + 5 }, { masts: 5 }],
  ])('%s', (_, live, spec, result) => {
    expect(merged(spec, live)).toEqual(shipOf(result as ShipSpec));
  });

  it('keeps kind and version, whatever the configuration says', () => {
    const object = shipOf({});
    expect(mergeConfiguration({ shape: SHIP, object, configuration: { kind: 'Boat', apiVersion: 5 } })).toEqual(object);
  });

  it('does not change the object or the configuration', () => {
    const object = shipOf({ cargo: { a: '1' } });
    const configuration = { spec: { cargo: { b: '2' } } };
    mergeConfiguration({ shape: SHIP, object, configuration });
    expect([object, configuration]).toEqual([shipOf({ cargo: { a: '1' } }), { spec: { cargo: { b: '2' } } }]);
  });

  it.each<[object, string]>([
    [{ hull: 1 }, 'failed to convert patch object to typed object: .spec.hull: field not declared in schema'],
    [{ afloat: 'x' }, 'failed to convert patch object to typed object: .spec.afloat: expected boolean, got &{x}'],
    [
      { cargo: MAP, afloat: true },
      'failed to convert patch object to typed object: .spec.cargo: expected map, got &{map[a:b]}',
    ],
    [
      { cargo: { a: NULL } },
      'failed to convert patch object to typed object: .spec.cargo.a: expected string, got &value.valueUnstructured{Value:0}',
    ],
    [
      { masts: NULL },
      'failed to convert patch object to typed object: .spec.masts: expected numeric (int or float), got structpb.NullValue',
    ],
    [{ anchor: NULL }, 'failed to convert patch object to typed object: .spec.anchor: expected map, got &{NULL_VALUE}'],
    [
      { cabins: [MAP] },
      'failed to convert patch object to typed object: .spec.cabins: element 0: associative list with keys may not have non-map elements',
    ],
    [
      { flags: [NULL] },
      'failed to convert patch object to typed object: .spec.flags[="NULL_VALUE"]: expected string, got &value.valueUnstructured{Value:0}',
    ],
    [
      { anchor: { name: 'a' } },
      'invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.anchor',
    ],
    [
      { anchor: { chains: ['a'] }, ports: [] },
      'invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.anchor, .spec.anchor.chains, .spec.ports',
    ],
    [
      { cabins: [{ name: 'a', anchor: {} }] },
      'invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.cabins[0].anchor',
    ],
    [{ log: { a: [1] } }, 'invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.log'],
  ])('refuses %j: %s', (spec, reason) => {
    expect(() => merged(spec)).toThrow(new Error(`error applying patch: ${reason}`));
  });

  it('does not look into the members of maps', () => {
    const spec = { anchors: { a: { name: 'x' } } };
    expect(merged(spec)).toEqual(shipOf(spec));
  });

  it('refuses an object that holds an element twice', () => {
    const twice = { flags: ['a', 'a'] };
    const reason = 'failed to convert original object to typed object: .spec.flags: duplicate entries for key [="a"]';
    expect(() => merged({ masts: 1 }, twice)).toThrow(new Error(`error applying patch: ${reason}`));
  });

  it('refuses a number that has no place in its field', () => {
    expect(() => merged({ masts: 1.5 })).toThrow(
      'unable to convert unstructured object to test/v1, Kind=Ship: cannot convert float64 to int32',
    );
  });

  it('merges objects of a schema, with any value where no type is declared', () => {
    const live = { log: { old: 1 } } as ShipSpec;
    expect(merged({ flags: ['a'], log: { now: NULL, what: MAP, all: [[MAP], 1] } }, live, BOAT)).toEqual(
      shipOf({ flags: ['a'], log: { old: 1, now: null, what: { a: 'b' }, all: [[{ a: 'b' }], 1] } } as ShipSpec),
    );
  });

  it('keeps a null for validation where a schema gives the shape, and drops it where a class does', () => {
    expect(merged({ flags: null }, {}, BOAT)).toEqual(shipOf({ flags: null } as unknown as ShipSpec));
    expect(merged({ flags: null })).toEqual(shipOf({}));
  });

  it('reports other errors of decoding as they are', () => {
    const fault = new Error('out of memory');
    const decode = () => {
      throw fault;
    };
    const shape = Object.create(SHIP, { decode: { value: decode } }) as ObjectShape;
    expect(() => merged({ masts: 1 }, {}, shape)).toThrow(fault);
  });
});
