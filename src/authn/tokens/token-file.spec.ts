import { parseTokenFile, TokenFileError } from './token-file.js';

describe('parseTokenFile()', () => {
  it('reads tokens with and without groups', () => {
    const text = 'a-token,alice,u-1,"devs,testers"\r\nb-token,bob,u-2\n\nc-token,"o""neil",,single\n';
    expect(parseTokenFile(text)).toEqual([
      { token: 'a-token', name: 'alice', uid: 'u-1', groups: ['devs', 'testers'] },
      { token: 'b-token', name: 'bob', uid: 'u-2', groups: [] },
      { token: 'c-token', name: 'o"neil', uid: '', groups: ['single'] },
    ]);
  });

  it('reads a last column that is empty', () => {
    expect(parseTokenFile('d-token,dora,')).toEqual([{ token: 'd-token', name: 'dora', uid: '', groups: [] }]);
  });

  it('ignores empty tokens and empty groups', () => {
    expect(parseTokenFile(',nobody,u-0\nx,carol,u-3,')).toEqual([
      { token: 'x', name: 'carol', uid: 'u-3', groups: [] },
    ]);
  });

  it.each([
    ['too few columns', 'good,alice,u\nsecret-token,bob', 'line 2 has 2 columns'],
    ['too few columns without a token', ',nobody\n', 'line 1 has 2 columns'],
    ['a stray quote', 'a,b"c,d', 'line 1 has a stray quote'],
  ])('refuses %s without showing the content', (_, text, message) => {
    expect(() => parseTokenFile(text)).toThrow(TokenFileError);
    expect(() => parseTokenFile(text)).toThrow(message);
    expect(() => parseTokenFile(text)).not.toThrow('secret-token');
  });
});
