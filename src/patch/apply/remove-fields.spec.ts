import { DEDUCED_MERGE, LEAF_MERGE, type ListMerge, type MapMerge, type MergeType } from '../../schema/index.js';
import { FieldSet } from '../ownership/index.js';
import { removeFields } from './remove-fields.js';
import { withNamedFields } from './named-fields.js';
import { isWideInteger, wrapIntegers } from './wrap-integers.js';

const SET: ListMerge = { kind: 'list', keys: [], keyDefaults: {}, element: LEAF_MERGE };
const MAP: MapMerge = { kind: 'map', member: () => undefined, values: LEAF_MERGE };
const BY_NAME: ListMerge = { kind: 'list', keys: ['name'], keyDefaults: {}, element: MAP };
const STRUCT: MapMerge = {
  kind: 'map',
  member: (name) => {
    const type = { list: BY_NAME, set: SET, map: MAP, deduced: DEDUCED_MERGE, leaf: LEAF_MERGE }[name];
    return type && { element: `f:${name}`, type };
  },
  values: undefined,
};

describe('removeFields()', () => {
  it.each<[string, MergeType, unknown, string[][], unknown]>([
    ['nothing', MAP, { a: 1 }, [], { a: 1 }],
    ['nothing from a list that is owned as a whole', LEAF_MERGE, ['a'], [], ['a']],
    ['a member', MAP, { a: 1, b: 2 }, [['f:a']], { b: 2 }],
    ['the last member', MAP, { a: 1 }, [['f:a']], null],
    ['what is not there', MAP, { a: 1 }, [['f:b']], { a: 1 }],
    ['an element', SET, ['a', 'b'], [['v:"a"']], ['b']],
    ['the last element', SET, ['a'], [['v:"a"']], null],
    ['an element of an empty list', SET, [], [['v:"a"']], null],
    ['a part of a list that is owned as a whole', LEAF_MERGE, ['a', 'b'], [['v:"a"']], null],
    ['a part of a scalar', LEAF_MERGE, 5, [['f:a']], 5],
    ['a part of an object that is owned as a whole', LEAF_MERGE, { a: 1 }, [['f:a']], null],
    [
      'a member of an untyped object',
      DEDUCED_MERGE,
      { a: 1, b: { c: 1, d: 2 } },
      [['f:b', 'f:c']],
      { a: 1, b: { d: 2 } },
    ],
    ['a part of an element', BY_NAME, [{ name: 'a', x: 1 }], [['k:{"name":"a"}', 'f:x']], [{ name: 'a' }]],
    ['a whole element', BY_NAME, [{ name: 'a', x: 1 }, { name: 'b' }], [['k:{"name":"a"}']], [{ name: 'b' }]],
    ['members of members', STRUCT, { map: { a: 1 }, leaf: 1 }, [['f:map', 'f:a']], { map: null, leaf: 1 }],
  ])('takes %s away', (_what, type, value, paths, expected) => {
    const before = structuredClone(value);
    expect(removeFields(type, value, FieldSet.of(...paths))).toEqual(expected);
    expect(value).toEqual(before);
  });
});

describe('withNamedFields()', () => {
  const named = (...paths: string[][]): string[] =>
    [...withNamedFields(FieldSet.of(...paths), STRUCT).paths()].map((path) => path.join(' ')).sort();

  it('adds the declared members on the way to a path', () => {
    expect(named(['f:map', 'f:a'])).toEqual(['f:map', 'f:map f:a']);
    expect(named(['f:list', 'k:{"name":"a"}', 'f:x'])).toEqual(['f:list', 'f:list k:{"name":"a"} f:x']);
    expect(named(['f:deduced', 'f:a', 'f:b'])).toEqual(['f:deduced', 'f:deduced f:a f:b']);
  });

  it('adds neither members of maps nor elements nor what is not declared', () => {
    expect(named(['f:other', 'f:a'])).toEqual(['f:other f:a']);
    expect(named(['k:list', 'f:a'])).toEqual(['k:list f:a']);
    expect(named(['f:map', 'f:map', 'f:a'])).toEqual(['f:map', 'f:map f:map f:a']);
    expect([...withNamedFields(FieldSet.of(['f:map', 'f:a']), undefined).paths()]).toEqual([['f:map', 'f:a']]);
    expect([...withNamedFields(FieldSet.of(['f:map', 'f:a']), SET).paths()]).toEqual([['f:map', 'f:a']]);
  });
});

describe('wrapIntegers()', () => {
  const INT32: MergeType = { kind: 'leaf', content: 'int32' };
  const ints: MapMerge = { kind: 'map', member: () => undefined, values: INT32 };

  it.each<[MergeType, unknown, unknown]>([
    [INT32, 2 ** 31, -(2 ** 31)],
    [INT32, -(2 ** 31), -(2 ** 31)],
    [INT32, 2 ** 31 - 1, 2 ** 31 - 1],
    [INT32, 1.5, 1.5],
    [{ kind: 'leaf', content: 'string' }, ['a'], ['a']],
    [DEDUCED_MERGE, [2 ** 31], [2 ** 31]],
    [INT32, 'a', 'a'],
    [INT32, 2n ** 63n - 1n, -1],
    [INT32, 2n ** 63n, 0],
    [INT32, -(2n ** 63n), 0],
    [INT32, -(2n ** 63n) - 1n, 0],
    [INT32, 2n ** 62n + 5n, 5],
    [LEAF_MERGE, 2 ** 31, 2 ** 31],
    [{ kind: 'leaf', content: 'number' }, 2 ** 31, 2 ** 31],
    [DEDUCED_MERGE, { a: 2 ** 31 }, { a: 2 ** 31 }],
    [ints, { a: 2 ** 31, b: 'x' }, { a: -(2 ** 31), b: 'x' }],
    [ints, 'x', 'x'],
    [STRUCT, { other: 2 ** 31 }, { other: 2 ** 31 }],
    [{ kind: 'list', keys: [], keyDefaults: {}, element: INT32 }, [2 ** 31], [-(2 ** 31)]],
    [{ kind: 'leaf', content: { kind: 'atomic-list', element: INT32 } }, [2 ** 31], [-(2 ** 31)]],
    [{ kind: 'leaf', content: { kind: 'atomic-list', element: INT32 } }, 'x', 'x'],
    [{ kind: 'leaf', content: ints }, { a: 2 ** 31 }, { a: -(2 ** 31) }],
  ])('of %j makes of %p %p', (type, value, expected) => expect(wrapIntegers(type, value)).toEqual(expected));

  it.each<[unknown, boolean]>([
    [2 ** 31, true],
    [2 ** 31 - 1, false],
    [-(2 ** 31) - 1, true],
    [1.5, false],
    [1n, true],
    [0, false],
  ])('is needed for %p: %s', (value, isWide) => expect(isWideInteger(value)).toBe(isWide));
});
