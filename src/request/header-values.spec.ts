import { extraOfHeaders, headerValues } from './index.js';

describe('headerValues()', () => {
  it('distinguishes repeated headers, whatever the case of their names', () => {
    const raw = ['X-Remote-Group', 'a, b', 'Accept', '*/*', 'x-remote-group', Buffer.from('é').toString('latin1')];
    expect(headerValues(raw, 'x-remote-group')).toEqual(['a, b', 'é']);
    expect(headerValues(raw, 'x-remote-user')).toEqual([]);
  });
});

describe('extraOfHeaders()', () => {
  it.each<[string, string[], Record<string, string[]> | undefined]>([
    ['nothing', ['Accept', '*/*'], undefined],
    ['a name in lower case', ['X-Extra-Scopes', 'a', 'x-extra-scopes', 'b'], { scopes: ['a', 'b'] }],
    ['an encoded name', ['X-Extra-Acme.com%2FProject', 'p'], { 'acme.com/project': ['p'] }],
    ['names that decode to the same', ['X-Extra-a%2fb', '1', 'X-Extra-A%2FB', '2'], { 'a/b': ['1', '2'] }],
    ['a broken escape', ['X-Extra-a%', '1'], { 'a%': ['1'] }],
    ['a second prefix', ['Y-b', '2', 'X-Extra-b', '1'], { b: ['1', '2'] }],
  ])('reads %s', (_, raw, extra) => {
    expect(extraOfHeaders(raw, ['x-extra-', 'y-'])).toEqual(extra);
  });

  it('takes no name for a prototype', () => {
    const extra = extraOfHeaders(['X-Extra-__proto__', 'p'], ['x-extra-'])!;
    expect([Object.keys(extra), Object.getPrototypeOf(extra)]).toEqual([['__proto__'], Object.prototype]);
  });
});
