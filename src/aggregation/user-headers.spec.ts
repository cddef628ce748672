import { userHeaders } from './user-headers.js';

/** A text in UTF-8, in the form in which Node takes bytes. */
const bytes = (text: string): string => Buffer.from(text).toString('latin1');

function extraHeaders(extra: Record<string, string[]>): Record<string, string[]> {
  const { 'x-remote-user': _user, ...others } = userHeaders({ name: 'a', groups: [], extra }, true);
  return others;
}

describe('userHeaders()', () => {
  it('names the user and all groups, in their order', () => {
    expect(userHeaders({ name: 'ann', groups: ['b', 'a'] }, true)).toEqual({
      'x-remote-user': ['ann'],
      'x-remote-group': ['b', 'a'],
    });
  });

  it.each([
    ['42', true, ['42']],
    ['42', false, undefined],
    ['', true, undefined],
    [undefined, true, undefined],
  ])('of a user with uid %j, where they are named: %j', (uid, namesUid, expected) => {
    const headers = userHeaders({ name: 'ann', uid, groups: [] }, namesUid);
    expect(headers['x-remote-uid']).toEqual(expected);
    expect(Object.keys(headers)).toHaveLength(expected ? 2 : 1);
  });

  it('sends all values as bytes in UTF-8', () => {
    const user = { name: 'ünal', uid: '€', groups: ['gruppe ß'], extra: { k: ['日', '\u{1f680}'] } };
    expect(userHeaders(user, true)).toEqual({
      'x-remote-user': [bytes('ünal')],
      'x-remote-uid': [bytes('€')],
      'x-remote-group': [bytes('gruppe ß')],
      'x-remote-extra-k': [bytes('日'), bytes('\u{1f680}')],
    });
  });

  it.each([
    ['scopes', 'scopes'],
    ["az09!#$&'*+-.^_`|~", "az09!#$&'*+-.^_`|~"],
    ['Scopes', 'scopes'],
    ['example.org/key', 'example.org%2fkey'],
    ['100%', '100%25'],
    ['%2f', '%252f'],
    ['a b:c', 'a%20b%3ac'],
    ['\r\n\0', '%0d%0a%00'],
    ['"(),;<=>?@[\\]{}', '%22%28%29%2c%3b%3c%3d%3e%3f%40%5b%5c%5d%7b%7d'],
    ['é', '%c3%a9'],
    // Letters outside ASCII keep their case: the server that reads them lowers the case of the header only.
    ['É', '%c3%89'],
    ['\u212a', '%e2%84%aa'],
    ['__proto__', '__proto__'],
    ['', ''],
  ])('writes the extra key %j', (key, escaped) => {
    expect(extraHeaders(Object.fromEntries([[key, ['v', 'w']]]))).toEqual({
      [`x-remote-extra-${escaped}`]: ['v', 'w'],
    });
  });

  it('joins the values of keys that are one header', () => {
    expect(extraHeaders({ Key: ['a'], key: ['b'] })).toEqual({ 'x-remote-extra-key': ['a', 'b'] });
  });
});
