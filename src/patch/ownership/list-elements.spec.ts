import { LEAF_MERGE, type ListMerge } from '../../schema/index.js';
import { elementOf, groupElements } from './list-elements.js';
import { FieldSetError } from './path-element.js';

const listOf = (keys: string[], keyDefaults: Record<string, unknown> = {}): ListMerge => ({
  kind: 'list',
  keys,
  keyDefaults,
  element: LEAF_MERGE,
});
const SET = listOf([]);
const BY_NAME = listOf(['name'], { name: 'none' });
const BY_PORT = listOf(['port', 'protocol'], { protocol: 'TCP' });

describe('elementOf()', () => {
  it.each<[ListMerge, unknown, string]>([
    [SET, 'a"b', 'v:"a\\"b"'],
    [SET, 1.5, 'v:1.5'],
    [SET, 9007199254740993n, 'v:9007199254740993'],
    [SET, false, 'v:false'],
    [BY_NAME, { name: 'a"b', other: 1 }, 'k:{"name":"a\\"b"}'],
    [BY_NAME, { name: 5 }, 'k:{"name":5}'],
    [BY_NAME, {}, 'k:{"name":"none"}'],
    [BY_NAME, { name: null }, 'k:{"name":"none"}'],
    [BY_PORT, { port: 1 }, 'k:{"port":1,"protocol":"TCP"}'],
    [BY_PORT, { port: 1, protocol: 'UDP' }, 'k:{"port":1,"protocol":"UDP"}'],
    [BY_PORT, { port: 'a' }, 'k:{"port":"a","protocol":"TCP"}'],
    [BY_PORT, { port: { deep: [1n] } }, 'k:{"port":{"deep":["1"]},"protocol":"TCP"}'],
  ])('of %j for %p is %s, every time', (type, item, element) => {
    expect([elementOf(type, item), elementOf(type, item)]).toEqual([element, element]);
  });

  it('identifies an element by the keys that it has where some are enough', () => {
    const partial: ListMerge = { ...listOf(['name', 'port']), allowsPartialKeys: true };
    expect(elementOf(partial, { port: 1 })).toBe('k:{"port":1}');
    expect(elementOf(partial, { port: 1, name: 'a' })).toBe('k:{"name":"a","port":1}');
    expect(() => elementOf(partial, { v: 1 })).toThrow(
      `element that omits all key fields ["name" "port"] (and doesn't have default values for any key fields)`,
    );
  });

  it('distinguishes names under several keys, and names that are long', () => {
    const byId = listOf(['id']);
    const long = 'x'.repeat(300);
    for (const name of ['a', long]) {
      expect([elementOf(BY_NAME, { name }), elementOf(byId, { id: name })]).toEqual([
        `k:{"name":"${name}"}`,
        `k:{"id":"${name}"}`,
      ]);
    }
  });

  it('stays right when more names have been seen than are kept', () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 5000; i++) expect(elementOf(BY_NAME, { name: `n${i}` })).toBe(`k:{"name":"n${i}"}`);
    }
  });

  it.each<[ListMerge, unknown, string]>([
    [SET, null, "associative list without keys has an element that's an explicit null"],
    [SET, [], 'not supported: associative list with lists as elements'],
    [SET, {}, "associative list without keys has an element that's a map type"],
    [BY_NAME, null, 'associative list with keys may not have a null element'],
    [BY_NAME, 'a', 'associative list with keys may not have non-map elements'],
    [BY_NAME, [], 'associative list with keys may not have non-map elements'],
    [
      BY_PORT,
      {},
      'associative list with keys has an element that omits key field "port" (and doesn\'t have default value)',
    ],
  ])('refuses for %j the element %j', (type, item, message) => {
    expect(() => elementOf(type, item)).toThrow(FieldSetError);
    expect(() => elementOf(type, item)).toThrow(message);
  });
});

describe('groupElements()', () => {
  it('groups elements by their identity, in the order of their first ones', () => {
    const [a, b, c] = [{ name: 'b', n: 1 }, { name: 'a' }, { name: 'b', n: 2 }];
    expect([...groupElements(BY_NAME, [a, b, c])]).toEqual([
      ['k:{"name":"b"}', [a, c]],
      ['k:{"name":"a"}', [b]],
    ]);
  });
});
