import { isEqual } from './equality.js';
import { valueOfJson } from './json.js';
import { ArrayList, type ListValue, type MapValue, UintValue } from './value.js';

describe('valueOfJson()', () => {
  it.each([
    [1, 1n],
    [1.5, 1.5],
    [9007199254740993n, 9007199254740993n],
    ['a', 'a'],
    [true, true],
    [null, null],
    [undefined, null],
  ])('makes of %p %p', (data, value) => {
    expect(valueOfJson(data)).toBe(value);
  });

  it('has of objects what is their own and set', () => {
    const map = valueOfJson({ a: 1, b: undefined, c: null, d: [1, 2] }) as MapValue;
    expect(map.size).toBe(3);
    expect([...map.keys()]).toEqual(['a', 'c', 'd']);
    expect(map.find('c')).toBeNull();
    expect(['a', 'b', 'toString', '__proto__', 'constructor'].map((name) => map.has(name))).toEqual([
      true,
      ...Array.from({ length: 4 }, () => false),
    ]);
    expect((map.find('d') as ListValue).at(1)).toBe(2n);
  });

  it('makes what equals values that are written down', () => {
    expect(isEqual(valueOfJson([1, 'a', { b: 2 }]), valueOfJson([1, 'a', { b: 2 }]))).toBe(true);
    expect(isEqual(valueOfJson([1, 2.5]), new ArrayList([new UintValue(1n), 2.5]))).toBe(true);
    expect(isEqual(valueOfJson({ a: 1 }), valueOfJson({ a: 1, b: 1 }))).toBe(false);
  });
});
