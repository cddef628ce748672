import fc from 'fast-check';
import { formatDuration, humanDuration, parseDuration } from './duration.js';
import { scaledValueOf, intValueOf, isIntOrString } from './int-or-string.js';
import { randomSuffix } from './random-suffix.js';
import { canonicalMicroTime, canonicalTime, formatMicroTime, formatTime, parseTime } from './time.js';
import { newUuid } from './uuid.js';

describe('canonicalTime()', () => {
  it.each([
    ['2024-02-01T00:01:00Z', '2024-02-01T00:01:00Z'],
    ['2024-02-01T02:01:00+02:00', '2024-02-01T00:01:00Z'],
    ['2024-02-01T0:01:00.987Z', '2024-02-01T00:01:00Z'],
    ['2024-02-29T00:00:00,5-00:30', '2024-02-29T00:30:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ])('writes %s as %s', (text, canonical) => {
    expect(canonicalTime(text)).toBe(canonical);
  });

  const as = 'as "2006-01-02T15:04:05Z07:00"';
  it.each([
    ['x', `parsing time "x" ${as}: cannot parse "x" as "2006"`],
    ['2024', `parsing time "2024" ${as}: cannot parse "" as "-"`],
    ['2024-1-1T00:00:00Z', `parsing time "2024-1-1T00:00:00Z" ${as}: cannot parse "1-1T00:00:00Z" as "01"`],
    ['2024-13-01T00:00:00Z', 'parsing time "2024-13-01T00:00:00Z": month out of range'],
    ['2023-02-29T00:00:00Z', 'parsing time "2023-02-29T00:00:00Z": day out of range'],
    ['2024-01-01T24:00:00Z', 'parsing time "2024-01-01T24:00:00Z": hour out of range'],
    ['2024-01-01T00:00:00', `parsing time "2024-01-01T00:00:00" ${as}: cannot parse "" as "Z07:00"`],
    ['2024-01-01T00:00:00Zz', 'parsing time "2024-01-01T00:00:00Zz": extra text: "z"'],
    ['ü', `parsing time "\\xc3\\xbc" ${as}: cannot parse "\\xc3\\xbc" as "2006"`],
  ])('refuses %s', (text, message) => {
    expect(() => canonicalTime(text)).toThrow(message);
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62135596800, max: 253402300799 }), (seconds) => {
        expect(parseTime(formatTime({ seconds, nanoseconds: 0 }))).toEqual({ seconds, nanoseconds: 0 });
      }),
    );
  });
});

describe('canonicalMicroTime()', () => {
  it('wants six decimals', () => {
    expect(canonicalMicroTime('2024-02-01T01:01:00.123456+01:00')).toBe('2024-02-01T00:01:00.123456Z');
    expect(() => canonicalMicroTime('2024-02-01T00:01:00Z')).toThrow(
      'parsing time "2024-02-01T00:01:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
    );
    expect(formatMicroTime(new Date(-1))).toBe('1969-12-31T23:59:59.999000Z');
  });
});

describe('durations', () => {
  it.each([
    ['1h', '1h0m0s'],
    ['90s', '1m30s'],
    ['1.5s', '1.5s'],
    ['0', '0s'],
    ['-2m', '-2m0s'],
    ['250us', '250µs'],
    ['1h1ms', '1h0m0.001s'],
    ['.5ms', '500µs'],
    ['7ns', '7ns'],
  ])('reads %s and writes %s', (text, written) => {
    expect(formatDuration(parseDuration(text))).toBe(written);
  });

  it.each([
    ['', 'time: invalid duration ""'],
    ['5', 'time: missing unit in duration "5"'],
    ['5d', 'time: unknown unit "d" in duration "5d"'],
    ['.s', 'time: invalid duration ".s"'],
    ['9999999999h', 'time: invalid duration "9999999999h"'],
  ])('refuses %p', (text, message) => {
    expect(() => parseDuration(text)).toThrow(message);
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), (n) => parseDuration(formatDuration(n)) === n),
    );
  });

  it.each([
    [-5, '<invalid>'],
    [-1, '0s'],
    [5, '5s'],
    [119, '119s'],
    [150, '2m30s'],
    [180, '3m'],
    [660, '11m'],
    [3 * 3600 + 60, '3h1m'],
    [9 * 3600, '9h'],
    [76 * 3600, '3d4h'],
    [30 * 86400, '30d'],
    [830 * 86400, '2y100d'],
    [9 * 365 * 86400, '9y'],
  ])('shows an age of %d s as %s', (seconds, shown) => {
    expect(humanDuration(seconds * 1000)).toBe(shown);
  });
});

describe('int or string', () => {
  it('scales percentages', () => {
    expect(scaledValueOf('25%', 10)).toBe(2);
    expect(scaledValueOf('25%', 10, 'up')).toBe(3);
    expect(scaledValueOf(7, 10)).toBe(7);
    expect(intValueOf('80')).toBe(80);
    expect(isIntOrString(2 ** 31)).toBe(false);
    expect(() => scaledValueOf('x', 1)).toThrow(
      'invalid value for IntOrString: invalid type: string is not a percentage',
    );
    expect(() => scaledValueOf('x%', 1)).toThrow('invalid value "x%": strconv.Atoi: parsing "x": invalid syntax');
  });
});

describe('random names', () => {
  it('makes well-formed, distinct values', () => {
    const uuids = new Set(Array.from({ length: 1000 }, newUuid));
    expect(uuids.size).toBe(1000);
    expect(
      [...uuids].every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toBe(true);
    expect(randomSuffix()).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });
});
