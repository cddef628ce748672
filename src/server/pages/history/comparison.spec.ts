import { Comparison } from './comparison.js';

describe('Comparison', () => {
  it.each<[unknown, unknown, boolean]>([
    [1, 1, false],
    [1, '1', true],
    [null, {}, true],
    [{}, null, true],
    [[], {}, true],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, false],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, true],
    [{ a: 1 }, { b: 1 }, true],
    [{ a: undefined }, { b: undefined }, true],
    [[1, 2], [1], true],
    [{ a: 1 }, { a: 1, b: 2 }, true],
  ])('of %j and %j says that it changed: %j', (before, after, isChanged) => {
    expect(new Comparison(before, after).isChanged).toBe(isChanged);
  });

  it('of a member is that of what both have there', () => {
    const comparison = new Comparison({ a: { b: 1 }, c: 1 }, { a: { b: 2 }, c: 1 });
    expect([comparison.member('a').member('b').isChanged, comparison.member('c').isChanged]).toEqual([true, false]);
    expect(comparison.member('toString').isChanged).toBe(false);
  });

  it('reads each member once, however often it is asked about', () => {
    let reads = 0;
    const list = (): unknown[] => [Object.defineProperty({}, 'a', { enumerable: true, get: () => ++reads * 0 })];
    const comparison = new Comparison({ list: list() }, { list: list() });
    for (let i = 0; i < 10; i++)
      expect([comparison.member('list').isChanged, comparison.isChanged]).toEqual([false, false]);
    expect(reads).toBe(2);
  });
});
