import { DEDUCED_MERGE, LEAF_MERGE, type ListMerge, type MapMerge, type MergeType } from '../../schema/index.js';
import { mergeValues } from './merge-values.js';

const SET: ListMerge = { kind: 'list', keys: [], keyDefaults: {}, element: LEAF_MERGE };
const MAP: MapMerge = { kind: 'map', member: () => undefined, values: LEAF_MERGE };
const BY_NAME: ListMerge = { kind: 'list', keys: ['name'], keyDefaults: {}, element: MAP };
const STRUCT: MapMerge = {
  kind: 'map',
  member: (name) => (name === 'list' ? { element: 'f:list', type: BY_NAME } : undefined),
  values: LEAF_MERGE,
};

const merged = (type: MergeType, live: unknown, applied: unknown): unknown => mergeValues(type, live, applied);

describe('mergeValues()', () => {
  it.each<[string, MergeType, unknown, unknown, unknown]>([
    ['a scalar', LEAF_MERGE, 1, 2, 2],
    ['a scalar that is absent', LEAF_MERGE, undefined, 2, 2],
    ['a map of new members', MAP, { a: 1, b: 2 }, { b: 3, c: 4 }, { a: 1, b: 3, c: 4 }],
    ['a map by null', MAP, { a: 1 }, null, { a: 1 }],
    ['an empty map by null', MAP, {}, null, null],
    ['null by an empty map', MAP, null, {}, {}],
    ['null by a map', MAP, null, { a: 1 }, { a: 1 }],
    ['what is no map by one', MAP, 'x', { a: 1 }, { a: 1 }],
    ['an empty list by null', SET, [], null, null],
    ['null by an empty list', SET, null, [], []],
    ['a list by null', SET, ['a'], null, ['a']],
    ['null by a list', SET, null, ['a'], ['a']],
    [
      'members of a list',
      STRUCT,
      { list: [{ name: 'a', x: 1 }] },
      { list: [{ name: 'a', y: 2 }] },
      { list: [{ name: 'a', x: 1, y: 2 }] },
    ],
    ['untyped objects', DEDUCED_MERGE, { a: { b: 1 } }, { a: { c: [1] } }, { a: { b: 1, c: [1] } }],
    ['an untyped object by null', DEDUCED_MERGE, { a: 1 }, null, { a: 1 }],
    ['an empty untyped object by null', DEDUCED_MERGE, {}, null, null],
    ['an untyped object by a text', DEDUCED_MERGE, { a: 1 }, 'x', 'x'],
    ['an untyped text by an object', DEDUCED_MERGE, 'x', { a: 1 }, { a: 1 }],
    ['untyped lists', DEDUCED_MERGE, [1, 2], [2], [2]],
  ])('merges %s', (_what, type, live, applied, expected) => {
    const before = structuredClone([live, applied]);
    expect(merged(type, live, applied)).toEqual(expected);
    expect([live, applied]).toEqual(before);
  });

  it.each<[string, MergeType, unknown, unknown]>([
    ['nothing is applied', MAP, { a: 1 }, undefined],
    ['scalars are equal', LEAF_MERGE, { a: [1] }, { a: [1] }],
    ['members are equal', MAP, { a: [1], b: 2 }, { a: [1] }],
    ['empty maps are', MAP, {}, {}],
    ['elements are equal', BY_NAME, [{ name: 'a', x: 1 }, { name: 'b' }], [{ name: 'a', x: 1 }]],
    ['no elements are applied', SET, ['a', 'b'], []],
    ['empty lists are', SET, [], []],
    ['untyped members are equal', DEDUCED_MERGE, { a: { b: [1] } }, { a: { b: [1] } }],
  ])('answers the live value itself where %s', (_what, type, live, applied) => {
    expect(merged(type, live, applied)).toBe(live);
  });

  // Letters stand for elements.
  it.each([
    ['abcd', 'ca', 'bcda'],
    ['abcd', 'dx', 'abcdx'],
    ['abc', 'xcy', 'abxcy'],
    ['abcde', 'eb', 'acdeb'],
    ['abc', 'cba', 'cba'],
    ['aXbYc', 'cYb', 'aXcYb'],
    ['abc', 'xabc', 'xabc'],
    ['abc', 'abcx', 'abcx'],
    ['abc', 'ab', 'abc'],
    ['abcdef', 'fzc', 'abdefzc'],
    ['abcdefg', 'gdxa', 'bcefgdxa'],
    ['', 'a', 'a'],
    ['a', '', 'a'],
    // Elements that are there twice become one.
    ['abab', 'b', 'aba'],
    ['aba', 'ab', 'ab'],
    ['abca', 'ax', 'abcx'],
    ['xaya', 'ba', 'xbay'],
  ])('keeps the order of the configuration, and others near their neighbours: %s and %s', (live, applied, expected) => {
    expect((merged(SET, [...live], [...applied]) as string[]).join('')).toBe(expected);
    const named = (text: string): object[] => [...text].map((name) => ({ name }));
    expect(merged(BY_NAME, named(live), named(applied))).toEqual(named(expected));
  });

  it('merges an element that is there twice with nothing', () => {
    const live = [
      { name: 'a', x: 1 },
      { name: 'a', y: 2 },
    ];
    expect(merged(BY_NAME, live, [{ name: 'a', z: 3 }])).toEqual([{ name: 'a', z: 3 }]);
  });
});
