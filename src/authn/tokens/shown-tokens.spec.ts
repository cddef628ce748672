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

  it('compares the bytes that are hashed', () => {
    shown.keep(CONNECTION, { token: 'é', audiences: AUDIENCES, key: 'key of é' });
    expect(shown.keyOf(CONNECTION, 'é', AUDIENCES)).toBe('key of é');
    expect(shown.keyOf(CONNECTION, 'Ã©', AUDIENCES)).toBeUndefined();
  });
});
