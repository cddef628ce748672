import { compareKeys } from './compare-keys.js';

describe('compareKeys()', () => {
  it.each([
    ['a', 'b'],
    ['a', 'ab'],
    ['-', 'a'],
    ['9', 'a'],
    ['_', 'A'],
    ['B', 'a'],
    ['k9', 'k10'],
    ['k1-2', 'k1-10'],
    ['a.b', 'ab'],
    ['x1', 'x01'],
    ['1', 'é'],
    ['a', 'é'],
  ])('puts %s before %s', (left, right) => {
    expect(compareKeys(left, right)).toBeLessThan(0);
    expect(compareKeys(right, left)).toBeGreaterThan(0);
  });
});
