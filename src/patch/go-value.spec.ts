import { NumberLiteral } from '../schema/index.js';
import {
  ForeignValue,
  formatGoFloat,
  formatGoSyntax,
  formatGoText,
  formatGoValue,
  goKindOf,
  goTypeOf,
} from './go-value.js';

describe('formatGoValue()', () => {
  it.each<[unknown, string]>([
    [null, '<nil>'],
    [undefined, '<nil>'],
    [{ b: [1, 'x', null], a: { d: true, c: 1.5 } }, 'map[a:map[c:1.5 d:true] b:[1 x <nil>]]'],
    [9007199254740993n, '9007199254740993'],
    [new NumberLiteral('5e0'), '5'],
    [5_000_000, '5000000'],
    [5_000_000.5, '5.0000005e+06'],
  ])('writes %p as %s', (value, text) => expect(formatGoValue(value)).toBe(text));

  it('writes numbers as the caller wants them, those that keep their text too', () => {
    const format = (value: number): string => `<${value}>`;
    expect(formatGoValue([1, new NumberLiteral('2.0')], format)).toBe('[<1> <2>]');
  });
});

describe('formatGoText()', () => {
  it.each<[unknown, string]>([
    ['merge', 'merge'],
    [null, '%!s(<nil>)'],
    [true, '%!s(bool=true)'],
    [5, '%!s(int64=5)'],
    [1.5, '%!s(float64=1.5)'],
    [new NumberLiteral('7'), '%!s(int64=7)'],
    [['a', 1], '[a %!s(int64=1)]'],
    [{ b: null, a: 'x' }, 'map[a:x b:%!s(<nil>)]'],
  ])('writes %p as %s', (value, text) => expect(formatGoText(value)).toBe(text));
});

describe('formatGoSyntax()', () => {
  it.each<[unknown, string]>([
    [null, 'interface {}(nil)'],
    [undefined, 'interface {}(nil)'],
    ['a"b', '"a\\"b"'],
    [true, 'true'],
    [1_000_000, '1e+06'],
    [9007199254740993n, '9007199254740993'],
    [['x', 1], '[]interface {}{"x", 1}'],
    [{ b: 1, c: 2, a: ['x'] }, 'map[string]interface {}{"a":[]interface {}{"x"}, "b":1, "c":2}'],
  ])('writes %p as %s', (value, text) => expect(formatGoSyntax(value)).toBe(text));
});

describe('formatGoFloat()', () => {
  it.each<[number, string]>([
    [0, '0'],
    [-0.0001, '-0.0001'],
    [0.00001, '1e-05'],
    [0.00012, '0.00012'],
    [999_999, '999999'],
    [1_000_000, '1e+06'],
    [-1_234_567, '-1.234567e+06'],
    [1e21, '1e+21'],
    [1e100, '1e+100'],
    [1e-7, '1e-07'],
  ])('writes %d as %s', (value, text) => expect(formatGoFloat(value)).toBe(text));
});

describe('goTypeOf() and goKindOf()', () => {
  it.each<[unknown, string, string]>([
    [null, '%!s(<nil>)', 'map'],
    [undefined, '%!s(<nil>)', 'float64'],
    [[], '[]interface {}', 'slice'],
    [{}, 'map[string]interface {}', 'map'],
    [true, 'bool', 'bool'],
    ['', 'string', 'string'],
    [1, 'int64', 'int64'],
    [1n, 'int64', 'int64'],
    [1.5, 'float64', 'float64'],
    [new NumberLiteral('1.50'), 'float64', 'float64'],
  ])('of %p are %s and %s', (value, type, kind) => {
    expect([goTypeOf(value), goKindOf(value)]).toEqual([type, kind]);
  });
});

describe('ForeignValue', () => {
  it('is written, and its type named, as it was declared', () => {
    const value = new ForeignValue('time.Duration', { text: '1m0s', syntax: '60000000000' }, '60s');
    expect(formatGoValue([value])).toBe('[1m0s]');
    expect(formatGoSyntax([value])).toBe('[]interface {}{60000000000}');
    expect(goTypeOf(value)).toBe('time.Duration');
    expect(value.plain).toBe('60s');
  });
});
