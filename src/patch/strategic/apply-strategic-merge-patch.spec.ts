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
