import { ShownTokens } from './shown-tokens.js';

const AUDIENCES = ['api'];
const CONNECTION = {};

describe('ShownTokens', () => {
  let shown: ShownTokens;

  beforeEach(() => {
    shown = new ShownTokens();
    shown.keep(CONNECTION, { token: 'abc', audiences: AUDIENCES, key: 'key of abc' });
  });

  it('knows the key of the token that a connection showed last', () => {
    expect(shown.keyOf(CONNECTION, 'abc', AUDIENCES)).toBe('key of abc');
    shown.keep(CONNECTION, { token: 'abd', audiences: AUDIENCES, key: 'key of abd' });
    expect(shown.keyOf(CONNECTION, 'abd', AUDIENCES)).toBe('key of abd');
    expect(shown.keyOf(CONNECTION, 'abc', AUDIENCES)).toBeUndefined();
  });

  it.each(['', 'ab', 'abd', 'bbc', 'abcd', 'ABC', 'ab\u0163'])('knows nothing of %j', (token) => {
    expect(shown.keyOf(CONNECTION, token, AUDIENCES)).toBeUndefined();
  });

  it('knows nothing on another connection, nor for other audiences', () => {
    expect(shown.keyOf({}, 'abc', AUDIENCES)).toBeUndefined();
    expect(shown.keyOf(CONNECTION, 'abc', ['api', 'other'])).toBeUndefined();
  });

  it.each([1, 2, 127, 128, 129, 130, 1000])('compares all of a token of %d characters', (length) => {
    const token = 'é'.repeat(length);
    shown.keep(CONNECTION, { token, audiences: AUDIENCES, key: 'key' });
    expect(shown.keyOf(CONNECTION, 'é'.repeat(length), AUDIENCES)).toBe('key');
    const others = ['è' + token.slice(1), token.slice(1) + 'è', token + 'é', token.slice(1), 'Ã©'.repeat(length)];
    for (const other of others) expect(shown.keyOf(CONNECTION, other, AUDIENCES)).toBeUndefined();
  });
});
