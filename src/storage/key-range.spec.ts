import { prefixEnd } from './key-range.js';

describe('prefixEnd()', () => {
  it.each([
    ['/registry/pods/', '/registry/pods0'],
    ['a', 'b'],
  ])('raises the last character: %s to %s', (prefix, end) => expect(prefixEnd(prefix)).toBe(end));

  it('is behind every key where there is no prefix', () => {
    expect(prefixEnd('') > '~').toBe(true);
    expect(prefixEnd('')).not.toBe('');
  });
});
