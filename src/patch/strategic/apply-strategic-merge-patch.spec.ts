import type { StatusError } from '../../apimachinery/index.js';
import { ApiType, Field, ObjectMeta, shapeOf } from '../../schema/index.js';
import { applyStrategicMergePatch } from './apply-strategic-merge-patch.js';

@ApiType({ name: 'test.v1.StrategicPort' })
class Port {
  @Field(1, 'int32') port?: number;
  @Field(2, 'string') protocol?: string;
}

@ApiType({ name: 'test.v1.StrategicItem' })
class Item {
  @Field(1, 'string') name?: string;
  @Field(2, 'string') image?: string;
  @Field(3, 'string', { list: true }) args?: string[];
  @Field(4, Port, { list: true, patchStrategy: ['merge'], patchMergeKey: 'port' }) ports?: Port[];
}

@ApiType({ name: 'test.v1.StrategicThing' })
class Thing {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, Item, { list: true, patchStrategy: ['merge'], patchMergeKey: 'name' }) items?: Item[];
  @Field(3, 'string', { list: true, patchStrategy: ['merge'] }) names?: string[];
  @Field(4, 'string', { list: true }) args?: string[];
  @Field(5, Item, { pointer: true, patchStrategy: ['retainKeys'] }) item?: Item;
  @Field(6, 'string', { map: true }) options?: Record<string, string>;
  @Field(7, 'string', { map: true, list: true }) extra?: Record<string, string[]>;
  @Field(8, 'rawExtension') raw?: object;
  @Field(9, Item, { map: true }) byName?: Record<string, Item>;
  @Field(10, Item, { pointer: true, or: 'bool' }) either?: Item | boolean;
}

const NO_STRUCT = 'merging an object in json but data type is not struct, instead is: map';
const LAYOUT = shapeOf(Thing).strategic;

const apply = (document: object, patch: object): unknown =>
  applyStrategicMergePatch(LAYOUT, document as Record<string, unknown>, patch as Record<string, unknown>);

describe('applyStrategicMergePatch()', () => {
  it.each<[string, object, object, object]>([
    [
      'sets, adds and removes members',
      { options: { a: '1', b: '2' } },
      { options: { b: null, c: '3' } },
      { options: { a: '1', c: '3' } },
    ],
    ['replaces a list without a strategy', { args: ['a', 'b'] }, { args: ['c'] }, { args: ['c'] }],
    [
      'adds to a list of scalars what is not in it',
      { names: ['a', 'b'] },
      { names: ['b', 'c'] },
      { names: ['a', 'b', 'c'] },
    ],
    [
      'takes scalars out of a list',
      { names: ['a', 'b', 'c'] },
      { '$deleteFromPrimitiveList/names': ['b'] },
      { names: ['a', 'c'] },
    ],
    [
      'merges elements by their key, and adds new ones',
      { items: [{ name: 'a', image: '1', args: ['x'] }] },
      {
        items: [
          { name: 'a', image: '2' },
          { name: 'b', image: '1' },
        ],
      },
      {
        items: [
          { name: 'a', image: '2', args: ['x'] },
          { name: 'b', image: '1' },
        ],
      },
    ],
    [
      'merges lists inside elements by keys of their own, in the order of the patch',
      { items: [{ name: 'a', ports: [{ port: 1, protocol: 'TCP' }] }] },
      { items: [{ name: 'a', ports: [{ port: 2 }, { port: 1, protocol: 'UDP' }] }] },
      { items: [{ name: 'a', ports: [{ port: 2 }, { port: 1, protocol: 'UDP' }] }] },
    ],
    [
      'deletes an element by its key',
      { items: [{ name: 'a' }, { name: 'b' }] },
      { items: [{ name: 'a', $patch: 'delete' }] },
      { items: [{ name: 'b' }] },
    ],
    [
      'replaces a list by one in which elements with the same key stand apart',
      { item: { ports: [{ port: 1 }] } },
      { item: { ports: [{ port: 1, protocol: 'a' }, { port: 2 }, { port: 1, protocol: 'b' }, { $patch: 'replace' }] } },
      { item: { ports: [{ port: 1, protocol: 'a' }, { port: 1, protocol: 'b' }, { port: 2 }] } },
    ],
    [
      'replaces a list that a directive stands in',
      { items: [{ name: 'a' }, { name: 'b' }] },
      { items: [{ name: 'c' }, { $patch: 'replace' }] },
      { items: [{ name: 'c' }] },
    ],
    [
      'orders elements as requested',
      { items: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
      { '$setElementOrder/items': [{ name: 'c' }, { name: 'a' }, { name: 'b' }] },
      { items: [{ name: 'c' }, { name: 'a' }, { name: 'b' }] },
    ],
    [
      'keeps only the members that are named',
      { item: { name: 'a', image: '1', args: ['x'] } },
      { item: { $retainKeys: ['image'], image: '2' } },
      { item: { image: '2' } },
    ],
    [
      'replaces an object by a directive',
      { item: { name: 'a' } },
      { item: { $patch: 'replace', image: '1' } },
      { item: { image: '1' } },
    ],
    ['ignores an empty order', { names: ['a'] }, { '$setElementOrder/names': [], names: ['b'] }, { names: ['b', 'a'] }],
    [
      'adds to a map what it did not have',
      { extra: { a: ['x'] } },
      { extra: { b: ['y'] } },
      { extra: { a: ['x'], b: ['y'] } },
    ],
    [
      'merges objects of no type by their members, and replaces their lists',
      { item: { name: { a: { x: 1 }, list: [1] } } },
      { item: { name: { a: { y: 2 }, list: [2] } } },
      { item: { name: { a: { x: 1, y: 2 }, list: [2] } } },
    ],
    ['merges empty lists', { names: [], items: [] }, { names: [], items: [] }, { names: [], items: [] }],
    ['adds to an empty list', { names: [] }, { names: ['a'] }, { names: ['a'] }],
    ['adds nothing to a list', { names: ['a'] }, { names: [] }, { names: ['a'] }],
    ['takes nothing out of an empty list', { names: [] }, { '$deleteFromPrimitiveList/names': [] }, { names: [] }],
    ['takes nothing out of a list', { names: ['a'] }, { '$deleteFromPrimitiveList/names': [] }, { names: ['a'] }],
    ['takes values out of no list', { names: null }, { '$deleteFromPrimitiveList/names': ['a'] }, { names: null }],
    ['takes no list out of a list', { names: ['a'] }, { '$deleteFromPrimitiveList/names': 'a' }, { names: ['a'] }],
    ['takes all values out of a list', { names: ['a'] }, { '$deleteFromPrimitiveList/names': null }, {}],
    [
      'merges elements that a patch brings twice',
      { items: [{ name: 'a' }] },
      {
        items: [
          { name: 'b', image: '1' },
          { name: 'b', args: ['x'] },
        ],
      },
      { items: [{ name: 'b', image: '1', args: ['x'] }, { name: 'a' }] },
    ],
    [
      'orders the elements it brings where there were none',
      {},
      { items: [{ name: 'b' }, { name: 'c' }], '$setElementOrder/items': [{ name: 'b' }, { name: 'c' }] },
      { items: [{ name: 'b' }, { name: 'c' }] },
    ],
    ['orders nothing where there is nothing', {}, { '$setElementOrder/items': [{ name: 'b' }] }, {}],
    [
      'orders deleted elements wherever they stand',
      { items: [{ name: 'a' }, { name: 'b' }] },
      { items: [{ name: 'a', $patch: 'delete' }, { name: 'b' }], '$setElementOrder/items': [{ name: 'b' }] },
      { items: [{ name: 'b' }] },
    ],
    [
      'keeps the members that are named, beside directives and members that go',
      { item: { name: 'a', image: '1', args: ['x', 'y'] } },
      { item: { $retainKeys: ['args'], name: null, '$setElementOrder/args': ['y'], args: ['y'] } },
      { item: { args: ['y'] } },
    ],
    [
      'keeps a list that values are taken out of',
      { names: ['a', 'b'], args: ['x'] },
      { $retainKeys: ['names'], '$deleteFromPrimitiveList/names': ['a'] },
      { names: ['b'] },
    ],
    ['takes an object away that is to be deleted', { item: null }, { item: { $patch: 'delete' } }, {}],
    [
      'leaves directives out of lists it brings',
      {},
      { items: [{ name: 'a', $patch: 'delete' }, { name: 'b' }] },
      { items: [{ name: 'b' }] },
    ],
    ['changes the single values of a map', { raw: { a: 1 } }, { raw: { a: 2, b: null } }, { raw: { a: 2 } }],
    ['empties a map by a directive', { options: { a: 'b' } }, { options: { $patch: 'delete' } }, { options: {} }],
    ['empties an object by a directive', { item: { name: 'a' } }, { item: { $patch: 'delete' } }, { item: {} }],
    [
      'replaces the whole by a directive',
      { args: ['a'] },
      { $patch: 'replace', options: { a: '1' } },
      { options: { a: '1' } },
    ],
  ])('%s', (_title, document, patch, expected) => {
    const before = structuredClone({ document, patch });
    expect(apply(document, patch)).toEqual(expected);
    expect({ document, patch }).toEqual(before);
  });

  it.each<[string, object, object]>([
    ['a directive it does not know', {}, { $patch: 'explode' }],
    ['an element without its key', { items: [{ name: 'a' }] }, { items: [{ image: '1' }] }],
    ['members besides those to be retained', { item: { name: 'a' } }, { item: { $retainKeys: ['image'], name: 'b' } }],
    [
      'an order that leaves out what the patch brings',
      { items: [] },
      { '$setElementOrder/items': [{ name: 'b' }], items: [{ name: 'a' }] },
    ],
  ])('refuses %s', (_title, document, patch) => {
    let thrown: unknown;
    try {
      apply(document, patch);
    } catch (error) {
      thrown = error;
    }
    expect((thrown as StatusError | undefined)?.code).toBeGreaterThanOrEqual(400);
    expect((thrown as StatusError).code).toBeLessThanOrEqual(500);
  });
});

describe('applyStrategicMergePatch(): refused patches', () => {
  it.each<[string, object, object, string]>([
    ['a list in a map', { extra: { a: ['x'] } }, { extra: { a: ['y'] } }, NO_STRUCT],
    ['an object in a map', { byName: { a: { name: 'x' } } }, { byName: { a: { name: 'y' } } }, NO_STRUCT],
    [
      'an order in a map',
      { options: { a: 'x' } },
      { options: { a: ['x'], '$setElementOrder/a': ['x'] } },
      'expected a []',
    ],
    ['an order of what a map lacks', { options: {} }, { options: { '$setElementOrder/a': ['x'] } }, NO_STRUCT],
    [
      'a value taken from a list in a map',
      { extra: { a: ['x'] } },
      { extra: { '$deleteFromPrimitiveList/a': ['x'] } },
      NO_STRUCT,
    ],
    [
      'an object in any JSON',
      { raw: { a: { b: 1 } } },
      { raw: { a: { b: 2 } } },
      'unable to find api field in struct RawExtension for the json field "a"',
    ],
    ['a list in place of a struct', { raw: [1] }, { raw: [2] }, 'expected slice or array type, but got: struct'],
    [
      'an order without its list',
      { names: ['a'] },
      { $setElementOrder: ['a'] },
      'invalid patch format of setElementOrder list',
    ],
    [
      'values to take out of no list in particular',
      { names: ['a'] },
      { $deleteFromPrimitiveListnames: ['a'] },
      'invalid patch format of primitive list',
    ],
    [
      'an order that is no list',
      { names: ['a'] },
      { '$setElementOrder/names': 'a' },
      'expected a []interface {}, but received a string',
    ],
    [
      'members to retain that are no list',
      { item: {} },
      { item: { $retainKeys: 'name' } },
      'invalid patch format of retainKeys',
    ],
    ['null among values', { names: ['a'] }, { names: [null] }, 'list element types are not identical: [[a] [<nil>]]'],
    [
      'null among what is there',
      { names: [null] },
      { names: ['a'] },
      'list element types are not identical: [[<nil>] [a]]',
    ],
    [
      'objects among values',
      { names: ['a'] },
      { names: [{ a: 1 }] },
      'list element types are not identical: [[a] [map[a:1]]]',
    ],
    [
      'numbers beside texts, in an order',
      { args: ['a'] },
      { args: [5], '$setElementOrder/args': [5] },
      'list element types are not identical',
    ],
    [
      'objects without a key',
      { names: [{ a: 1 }] },
      { names: [{ a: 2 }] },
      'cannot merge lists without merge key for struct',
    ],
    [
      'objects to take out of a list',
      { items: [{ name: 'a' }] },
      { '$deleteFromPrimitiveList/items': [{ name: 'a' }] },
      'objects cannot be deleted from a list of values',
    ],
    [
      'a deletion without a key',
      { items: [{ name: 'a' }] },
      { items: [{ image: '1', $patch: 'delete' }] },
      'map: map[$patch:delete image:1] does not contain declared merge key: name',
    ],
    [
      'a merge by a directive',
      { items: [] },
      { items: [{ $patch: 'merge' }] },
      'merging lists cannot yet be specified in the patch',
    ],
    [
      'an unknown directive',
      { items: [] },
      { items: [{ $patch: 'x' }] },
      'unknown patch type: x in map: map[$patch:x]',
    ],
    [
      'an order by elements without their key',
      { items: [{ name: 'a' }] },
      { '$setElementOrder/items': [{ image: '1' }] },
      'map: map[image:1] does not contain declared merge key: name',
    ],
    [
      'an order by values where elements are objects',
      { items: [{ name: 'a' }] },
      { items: [{ name: 'a' }], '$setElementOrder/items': ['a'] },
      'value for key 0 is not a map',
    ],
    [
      'an order in which values come before objects',
      { items: [{ name: 'a' }] },
      { '$setElementOrder/items': ['x', { name: 'a' }] },
      'value for key 0 is not a map',
    ],
    [
      'an order in which values come behind objects',
      { items: [{ name: 'a' }] },
      { '$setElementOrder/items': [{ name: 'a' }, 'x'] },
      'expected a map[string]interface {}, but received a string',
    ],
    [
      'an object that is not declared',
      { item: { none: { a: 1 } } },
      { item: { none: { a: 2 } } },
      'unable to find api field in struct StrategicItem for the json field "none"',
    ],
    [
      'an object in a struct in whose place something else may stand',
      { either: { a: { b: 1 } } },
      { either: { a: { b: 2 } } },
      'unable to find api field in struct StrategicItemOrBool for the json field "a"',
    ],
    ['nulls only', { names: [null] }, { names: [null] }, 'list element types are not identical: [[<nil>] [<nil>]]'],
    [
      'objects to take out of an empty list',
      { items: [] },
      { '$deleteFromPrimitiveList/items': [{ name: 'a' }] },
      'objects cannot be deleted from a list of values',
    ],
    ['lists of lists', { names: [['a']] }, { names: ['b'] }, 'the server rejected our request'],
    ['lists without elements', { names: [] }, { '$setElementOrder/names': ['a'], names: [] }, 'no elements in any of'],
  ])('has no rule for %s', (_title, document, patch, message) => {
    expect(() => apply(document, patch)).toThrow(message);
  });

  it('takes members that name prototypes for members', () => {
    const patch = JSON.parse('{"options":{"__proto__":"a","constructor":"b"}}') as object;
    const { options } = apply({ options: {} }, patch) as { options: Record<string, string> };
    expect(Object.entries(options).sort()).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});
