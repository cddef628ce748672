import { parseInt64, parseUint16, parseUint64 } from './go-integer.js';

describe('parseInt64()', () => {
  it.each([
    ['0', 0n],
    ['-007', -7n],
    ['+3', 3n],
    ['9223372036854775807', 2n ** 63n - 1n],
    ['-9223372036854775808', -(2n ** 63n)],
  ])('reads %s', (text, value) => {
    expect(parseInt64(text)).toBe(value);
  });

  it.each([
    ['', 'strconv.ParseInt: parsing "": invalid syntax'],
    ['1_0', 'strconv.ParseInt: parsing "1_0": invalid syntax'],
    ['9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
    ['-9223372036854775809', 'strconv.ParseInt: parsing "-9223372036854775809": value out of range'],
    ['9'.repeat(40), 'value out of range'],
  ])('refuses %j', (text, message) => {
    expect(() => parseInt64(text)).toThrow(message);
  });
});

describe('parseUint64()', () => {
  it('reads up to 2^64-1', () => {
    const largest = '18446744073709551615';
    expect(['0', '007', largest, `${'0'.repeat(40)}${largest}`].map(parseUint64)).toEqual([
      0n,
      7n,
      2n ** 64n - 1n,
      2n ** 64n - 1n,
    ]);
  });

  it.each([
    ['18446744073709551616', 'strconv.ParseUint: parsing "18446744073709551616": value out of range'],
    ['-1', 'strconv.ParseUint: parsing "-1": invalid syntax'],
    ['', 'strconv.ParseUint: parsing "": invalid syntax'],
  ])('refuses %p', (text, message) => {
    expect(() => parseUint64(text)).toThrow(message);
  });
});

describe('parseUint16()', () => {
  it('reads what a port can be', () => {
    expect(['0', '080', '65535'].map(parseUint16)).toEqual([0, 80, 65535]);
  });

  it.each([
    ['65536', 'strconv.ParseUint: parsing "65536": value out of range'],
    ['-1', 'strconv.ParseUint: parsing "-1": invalid syntax'],
    ['+1', 'strconv.ParseUint: parsing "+1": invalid syntax'],
    ['x', 'strconv.ParseUint: parsing "x": invalid syntax'],
  ])('refuses %s', (text, message) => {
    expect(() => parseUint16(text)).toThrow(message);
  });
});
