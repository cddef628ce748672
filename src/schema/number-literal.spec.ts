import { NumberLiteral, findInfinite, jsonTypeOf, plainNumbers } from './number-literal.js';

describe('NumberLiteral', () => {
  it('counts as its number', () => {
    const literal = new NumberLiteral('1e1');
    expect(Number(literal)).toBe(10);
    expect(jsonTypeOf(literal)).toBe('number');
  });
});

describe('findInfinite()', () => {
  it('finds a number that no double holds, at any depth', () => {
    const literal = new NumberLiteral('1e400');
    expect(findInfinite({ a: [{ b: literal }] })).toBe(literal);
    expect(findInfinite({ a: [new NumberLiteral('1e300'), 1, null, 'x', 2n ** 64n] })).toBeUndefined();
  });
});

describe('plainNumbers()', () => {
  it('puts numbers in the place of literals at any depth', () => {
    const value = { a: [new NumberLiteral('1.0'), { b: new NumberLiteral('2e0') }], c: 'x' };
    expect(plainNumbers(value)).toEqual({ a: [1, { b: 2 }], c: 'x' });
  });

  it('answers the value itself where it holds none', () => {
    const value = { a: [1, null], b: { c: 'x' } };
    expect(plainNumbers(value)).toBe(value);
  });

  it('keeps a member named like the prototype', () => {
    const value: unknown = JSON.parse('{"__proto__":{"x":1}}');
    (value as { n: unknown }).n = new NumberLiteral('1.0');
    expect(JSON.stringify(plainNumbers(value))).toBe('{"__proto__":{"x":1},"n":1}');
  });
});
