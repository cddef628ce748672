import { rangeError } from './number-range.js';

describe('rangeError()', () => {
  it.each<[type: string, format: string, value: number | bigint, fits: boolean]>([
    ['integer', 'int32', 2 ** 31 - 1, true],
    ['integer', 'int32', 2 ** 31, false],
    ['integer', 'int32', -(2 ** 31), true],
    ['integer', 'int32', -(2 ** 31) - 1, false],
    ['integer', 'int64', 2n ** 63n - 1n, true],
    ['integer', 'int64', 2n ** 63n, false],
    ['integer', '', 2n ** 63n, false],
    ['integer', '', 1.5, false],
    ['number', 'float', 3.4e38, true],
    ['number', 'float', 3.5e38, false],
    ['number', 'double', 1e300, true],
  ])('of a %s with format %j and the value %s: %s', (type, format, value, fits) => {
    const error = rangeError({ type, format }, value, { path: 'spec.a', what: 'Checked' });
    expect(error === undefined).toBe(fits);
  });
});
