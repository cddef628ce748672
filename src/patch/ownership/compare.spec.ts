import { DEDUCED_MERGE, LEAF_MERGE, type ListMerge, type MapMerge, type MergeType } from '../../schema/index.js';
import { compare } from './compare.js';
import { FieldSet } from './field-set.js';
import { fieldSetOf } from './field-set-of.js';
import { reconcileOwners } from './reconcile-owners.js';
import { identityOf } from './owners.js';
import { typeBelow } from './type-below.js';

const SET: ListMerge = { kind: 'list', keys: [], keyDefaults: {}, element: LEAF_MERGE };
const MAP: MapMerge = { kind: 'map', member: () => undefined, values: LEAF_MERGE };
const BY_NAME: ListMerge = { kind: 'list', keys: ['name'], keyDefaults: {}, element: MAP };
const members: Record<string, MergeType> = { set: SET, list: BY_NAME, map: MAP, leaf: LEAF_MERGE, any: DEDUCED_MERGE };
const STRUCT: MapMerge = {
  kind: 'map',
  member: (name) => (Object.hasOwn(members, name) ? { element: `f:${name}`, type: members[name] } : undefined),
  values: undefined,
};

const shown = (set: FieldSet): string[] => [...set.paths()].map((path) => path.join(' ')).sort();
const differences = (before: object, after: object): string[][] => {
  const { added, modified, removed } = compare(STRUCT, before, after);
  return [shown(added), shown(modified), shown(removed)];
};
const A = 'k:{"name":"a"}';

describe('compare()', () => {
  it.each<[string, object, object, string[], string[], string[]]>([
    ['nothing', { map: { a: 1 } }, { map: { a: 1 } }, [], [], []],
    ['a leaf', { leaf: 1 }, { leaf: 2 }, [], ['f:leaf'], []],
    ['what is not declared', { other: 1 }, { other: 2 }, [], [], []],
    ['inherited names', {}, { constructor: 1 }, [], [], []],
    ['members', { map: { a: 1, b: 1 } }, { map: { b: 2, c: 1 } }, ['f:map f:c'], ['f:map f:b'], ['f:map f:a']],
    ['a new map', {}, { map: { a: 1 } }, ['f:map', 'f:map f:a'], [], []],
    ['a map that is gone', { map: { a: 1 } }, {}, [], [], ['f:map', 'f:map f:a']],
    ['null and an empty map', { map: null }, { map: {} }, [], ['f:map'], []],
    ['an empty map and an empty list', { map: {} }, { map: [] }, [], ['f:map'], []],
    ['an empty map and a text', { map: {} }, { map: 'a' }, [], [], []],
    ['null and a map', { map: null }, { map: { a: 1 } }, ['f:map f:a'], [], []],
    ['null and an empty list', { set: null }, { set: [] }, [], ['f:set'], []],
    ['elements', { set: ['a', 'b'] }, { set: ['b', 'c'] }, ['f:set v:"c"'], [], ['f:set v:"a"']],
    [
      'parts of elements',
      { list: [{ name: 'a', x: 1 }] },
      { list: [{ name: 'a', x: 2 }] },
      [],
      [`f:list ${A} f:x`],
      [],
    ],
    [
      'an element that comes twice',
      { list: [{ name: 'a', x: 1 }] },
      { list: [{ name: 'a' }, { name: 'a' }] },
      [`f:list ${A}`],
      [],
      [`f:list ${A}`, `f:list ${A} f:name`, `f:list ${A} f:x`],
    ],
    [
      'an element that came twice',
      { list: [{ name: 'a' }, { name: 'a' }] },
      { list: [{ name: 'a' }] },
      [`f:list ${A}`, `f:list ${A} f:name`],
      [],
      [`f:list ${A}`],
    ],
    [
      'an element that came twice and goes',
      { list: [{ name: 'a' }, { name: 'a' }] },
      { list: [] },
      [],
      [],
      [`f:list ${A}`],
    ],
    [
      'an element that comes twice and is new',
      { list: [] },
      { list: [{ name: 'a' }, { name: 'a' }] },
      [`f:list ${A}`],
      [],
      [],
    ],
    [
      'elements that stay twice',
      { list: [{ name: 'a' }, { name: 'a' }] },
      { list: [{ name: 'a' }, { name: 'a', x: 1 }] },
      [],
      [`f:list ${A}`],
      [],
    ],
    [
      'equal elements that stay twice',
      { list: [{ name: 'a' }, { name: 'a' }] },
      { list: [{ name: 'a' }, { name: 'a' }], leaf: 1 },
      ['f:leaf'],
      [],
      [],
    ],
    [
      'members of untyped objects',
      { any: { a: { b: 1 } } },
      { any: { a: { b: 2, c: 1 } } },
      ['f:any f:a f:c'],
      ['f:any f:a f:b'],
      [],
    ],
    ['untyped lists', { any: [1] }, { any: [2] }, [], ['f:any'], []],
    ['equal untyped lists', { any: [1] }, { any: [1], leaf: 1 }, ['f:leaf'], [], []],
    ['an untyped list that becomes null', { any: [1] }, { any: null }, [], ['f:any'], []],
    ['an untyped text and an object', { any: 'x' }, { any: { a: 1 } }, ['f:any f:a'], ['f:any'], []],
    ['an untyped object and a text', { any: { a: 1 } }, { any: 'x' }, [], ['f:any'], ['f:any f:a']],
    ['an untyped null and an object', { any: null }, { any: { a: 1 } }, ['f:any f:a'], [], []],
    ['an untyped object and null', { any: { a: 1 } }, { any: null }, [], [], ['f:any f:a']],
    ['an empty untyped object and null', { any: {} }, { any: null }, [], ['f:any'], []],
    ['an empty untyped object and an empty list', { any: {} }, { any: [] }, [], ['f:any'], []],
    ['an empty untyped object and a full list', { any: {} }, { any: [1] }, [], ['f:any'], []],
  ])('sees %s', (_what, before, after, ...expected) => {
    expect(differences(before, after)).toEqual(expected);
  });
});

describe('typeBelow()', () => {
  it.each<[string, MergeType | undefined, string, MergeType | undefined]>([
    ['a declared member', STRUCT, 'f:set', SET],
    ['another member', MAP, 'f:x', LEAF_MERGE],
    ['an element of a map', MAP, 'v:"x"', undefined],
    ['a member of an untyped object', DEDUCED_MERGE, 'f:x', DEDUCED_MERGE],
    ['an element of an untyped list', DEDUCED_MERGE, 'i:0', undefined],
    ['an element', BY_NAME, A, MAP],
    ['a member of a list', BY_NAME, 'f:x', undefined],
    ['a member of a leaf', LEAF_MERGE, 'f:x', undefined],
    ['an element of a leaf', LEAF_MERGE, 'v:1', undefined],
    ['a member of nothing', undefined, 'f:x', undefined],
  ])('finds that of %s', (_what, type, element, expected) => expect(typeBelow(type, element)).toBe(expected));
});

describe('fieldSetOf()', () => {
  it.each<[object, string[]]>([
    [{ any: 'x' }, ['f:any']],
    [{ any: null }, ['f:any']],
    [{ any: [1] }, ['f:any']],
    [{ any: { a: { b: 1 } } }, ['f:any f:a', 'f:any f:a f:b']],
    [{ any: {} }, ['f:any']],
    [{ map: null }, ['f:map']],
    [{ map: {} }, ['f:map']],
    [{ map: { a: 1 } }, ['f:map f:a']],
    [{ set: [] }, []],
    [{ set: null }, ['f:set']],
    [{ leaf: null }, ['f:leaf']],
    [{ other: 1 }, []],
  ])('of %j are %j', (object, paths) => expect(shown(fieldSetOf(STRUCT, object))).toEqual(paths));
});

describe('reconcileOwners()', () => {
  it('gives owners of parts of what is owned as a whole all of it', () => {
    const whole: MapMerge = {
      kind: 'map',
      member: (name) => (name === 'map' ? { element: 'f:map', type: { kind: 'leaf', content: MAP } } : undefined),
      values: undefined,
    };
    const nested: MapMerge = {
      ...whole,
      member: (name) => ({ element: `f:${name}`, type: name === 'in' ? whole : LEAF_MERGE }),
    };
    const fields = FieldSet.of(['f:in'], ['f:in', 'f:map'], ['f:in', 'f:map', 'f:a'], ['f:leaf']);
    const owner = {
      manager: 'm',
      operation: 'Update',
      apiVersion: 'v1',
      subresource: '',
      time: undefined,
      fields,
    } as const;
    const reconciled = (type: MergeType | undefined): FieldSet => {
      const owners = new Map([[identityOf(owner), owner]]);
      reconcileOwners(owners, () => type);
      return [...owners.values()][0].fields;
    };
    expect(shown(reconciled(nested))).toEqual(['f:in', 'f:in f:map', 'f:leaf']);
    expect([reconciled(undefined), reconciled(STRUCT)]).toEqual([fields, fields]);
    expect(reconciled(undefined)).toBe(fields);
  });
});
