import fc from 'fast-check';
import { Equality } from './correlation.js';
import { ListedValues } from './listed-values.js';

/** The comparison of one value with one listed value, as the reference makes it. */
function isListed(value: unknown, listed: unknown): boolean {
  if (value === null) return false;
  if (typeof value === 'number' && typeof listed === 'number') {
    return value === listed || (Number.isInteger(listed) && Math.trunc(value) === listed);
  }
  if (isNumeric(value) && isNumeric(listed)) return Number(value) === Number(listed);
  return new Equality().equal(value, listed);
}

const isNumeric = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';

const value = fc.letrec((of) => ({
  value: fc.oneof(
    fc.constantFrom<unknown>(null, true, false, 0, 1, 1.5, -1, 1n, 2n ** 53n, 2 ** 53, 'a', '', '1'),
    fc.array(of('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b'), of('value'), { maxKeys: 2 }),
  ),
})).value;

describe('ListedValues.has()', () => {
  it.each<[unknown, unknown[], boolean]>([
    ['a', ['b', 'a'], true],
    ['a', ['b'], false],
    ['1', [1], false],
    [1.5, [1], true],
    [1, [1.5], false],
    [2 ** 53, [2n ** 53n], true],
    [2n ** 53n, [2 ** 53], true],
    [null, [null], false],
    [{ a: 1, b: 2 }, [{ b: 2, a: 1 }], true],
    [{ a: 1 }, [{ a: 1, b: 2 }], false],
    [
      [1, 2],
      [
        [2, 1],
        [1, 2],
      ],
      true,
    ],
    [{ a: '1n' }, [{ a: 1n }], false],
  ])('%s in %s', (each, listed, expected) => {
    expect(new ListedValues(listed).has(each)).toBe(expected);
  });

  it('finds what a comparison with each listed value finds', () => {
    fc.assert(
      fc.property(value, fc.array(value, { maxLength: 6 }), (each, listed) => {
        const expected = listed.some((one) => isListed(each, one));
        return new ListedValues(listed).has(each) === expected;
      }),
      { numRuns: 3000 },
    );
  });

  it('finds values nested deeper than functions can call themselves', () => {
    const nested = (inner: unknown): unknown => {
      let value = inner;
      for (let i = 0; i < 20_000; i++) value = i % 2 ? [value] : { a: value };
      return value;
    };
    const listed = new ListedValues([nested(1)]);
    expect([listed.has(nested(1)), listed.has(nested(2))]).toEqual([true, false]);
  });
});
