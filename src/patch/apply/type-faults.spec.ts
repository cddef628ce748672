import { MAX_STRICT_PROBLEMS } from '../../apimachinery/index.js';
import {
  DEDUCED_MERGE,
  LEAF_MERGE,
  type LeafContent,
  type ListMerge,
  type MapMerge,
  type MergeType,
} from '../../schema/index.js';
import { showElement } from './show-element.js';
import { checkTypes } from './type-faults.js';

const leaf = (content: LeafContent): MergeType => ({ kind: 'leaf', content });
const SET: ListMerge = { kind: 'list', keys: [], keyDefaults: {}, element: leaf('string') };
const MAP: MapMerge = { kind: 'map', member: () => undefined, values: leaf('string') };
const BY_NAME: ListMerge = { kind: 'list', keys: ['name'], keyDefaults: {}, element: MAP };
const members: Record<string, MergeType> = {
  any: LEAF_MERGE,
  untyped: DEDUCED_MERGE,
  text: leaf('string'),
  flag: leaf('boolean'),
  single: leaf('scalar'),
  number: leaf('number'),
  int: leaf('int32'),
  set: SET,
  list: BY_NAME,
  map: MAP,
  wholeMap: leaf(MAP),
  wholeList: leaf({ kind: 'atomic-list', element: leaf('string') }),
};
const STRUCT: MapMerge = {
  kind: 'map',
  member: (name) => (Object.hasOwn(members, name) ? { element: `f:${name}`, type: members[name] } : undefined),
  values: undefined,
};

describe('checkTypes()', () => {
  it('accepts what fits, and null everywhere', () => {
    const fitting = {
      apiVersion: 'v1',
      kind: 5,
      any: [{ a: 1 }],
      untyped: { a: [1] },
      text: 'a',
      flag: true,
      single: 5,
      number: 1.5,
      int: 5,
      set: ['a', 'b'],
      list: [{ name: 'a' }],
      map: { a: 'b' },
      wholeMap: { a: 'b' },
      wholeList: ['a', 'a'],
    };
    expect(checkTypes(STRUCT, fitting)).toEqual({ fault: undefined, hasWideIntegers: false });
    const nulls = Object.fromEntries(Object.keys(members).map((name) => [name, null]));
    expect(checkTypes(STRUCT, nulls).fault).toBeUndefined();
  });

  it.each<[object, string]>([
    [{ none: 1 }, '.none: field not declared in schema'],
    [{ map: { kind: 5 } }, '.map.kind: expected string, got &value.valueUnstructured{Value:5}'],
    [{ text: ['a'] }, '.text: expected string, got &value.valueUnstructured{Value:[]interface {}{"a"}}'],
    [{ flag: 'a' }, '.flag: expected boolean, got &{a}'],
    [{ single: {} }, '.single: expected any scalar, got &{map[]}'],
    [{ single: [] }, '.single: expected any scalar, got &{[]}'],
    [{ number: 'a' }, '.number: expected numeric (int or float), got string'],
    [{ set: 'a' }, '.set: expected list, got &{a}'],
    [{ set: {} }, '.set: expected list, got &{map[]}'],
    [{ set: ['a', 'a'] }, '.set: duplicate entries for key [="a"]'],
    [{ set: [null, null] }, ".set: element 0: associative list without keys has an element that's an explicit null"],
    [{ list: [{ name: 'a', x: 5 }] }, '.list[name="a"].x: expected string, got &value.valueUnstructured{Value:5}'],
    [{ map: [] }, '.map: expected map, got &{[]}'],
    [{ wholeMap: { a: 5 } }, '.wholeMap.a: expected string, got &value.valueUnstructured{Value:5}'],
    [{ wholeList: 'a' }, '.wholeList: expected list, got &{a}'],
    [{ wholeList: [5, 'a'] }, '.wholeList[0]: expected string, got &value.valueUnstructured{Value:5}'],
    [{ wholeList: ['a', 5] }, '.wholeList[1]: expected string, got &value.valueUnstructured{Value:5}'],
    [
      { flag: 'a', text: 5 },
      'errors:\n  .flag: expected boolean, got &{a}\n  .text: expected string, got &value.valueUnstructured{Value:5}',
    ],
    [{ none: 1, flag: 'a' }, '.none: field not declared in schema'],
  ])('words the faults of %j', (configuration, fault) => {
    expect(checkTypes(STRUCT, configuration).fault).toBe(fault);
  });

  it('stops at as many faults as are reported', () => {
    const linesOf = (configuration: object): number => checkTypes(STRUCT, configuration).fault!.split('\n').length - 1;
    const many = Array.from({ length: 3 * MAX_STRICT_PROBLEMS }, (_, i) => i);
    expect(linesOf({ wholeList: many })).toBe(MAX_STRICT_PROBLEMS);
    expect(linesOf({ set: many })).toBe(MAX_STRICT_PROBLEMS);
    expect(linesOf({ map: Object.fromEntries(many.map((i) => [`k${i}`, i])) })).toBe(MAX_STRICT_PROBLEMS);
  });

  it.each<[object, boolean]>([
    [{ int: 2 ** 31 }, true],
    [{ int: 2 ** 31 - 1 }, false],
    [{ number: 2 ** 31 }, false],
  ])('finds in %j an integer that is too wide: %s', (configuration, isWide) => {
    expect(checkTypes(STRUCT, configuration).hasWideIntegers).toBe(isWide);
  });
});

describe('showElement()', () => {
  it.each([
    ['f:a.b', '.a.b'],
    ['v:"\\u0001"', '[="\\x01"]'],
    ['v:1.5', '[=1.5]'],
    ['v:true', '[=true]'],
    ['i:3', '[3]'],
    ['k:{"a":1,"b":"x"}', '[a=1,b="x"]'],
  ])('of %s is %s', (element, text) => expect(showElement(element)).toBe(text));
});
