import { parseResourceVersion } from './resource-version.js';

describe('parseResourceVersion()', () => {
  it.each([
    ['', 0],
    ['0', 0],
    ['7', 7],
    [`${'0'.repeat(40)}7`, 7],
    ['18446744073709551615', Number(2n ** 64n - 1n)],
  ])('reads %p', (text, revision) => {
    expect(parseResourceVersion(text)).toBe(revision);
  });

  it('passes on faults that are not of the text', () => {
    expect(() => parseResourceVersion(7 as unknown as string)).toThrow(TypeError);
  });

  it.each([
    ['18446744073709551616', 'value out of range'],
    ['9'.repeat(21), 'value out of range'],
    ['-1', 'invalid syntax'],
    ['+1', 'invalid syntax'],
    ['1.0', 'invalid syntax'],
    ['1e3', 'invalid syntax'],
    ['0x1', 'invalid syntax'],
    ['1_000', 'invalid syntax'],
    [' 1', 'invalid syntax'],
    ['١', 'invalid syntax'],
  ])('refuses %p: %s', (text, why) => {
    const message = `resourceVersion: Invalid value: "${text}": strconv.ParseUint: parsing "${text}": ${why}`;
    expect(() => parseResourceVersion(text)).toThrow(message);
  });
});
