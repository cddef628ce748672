import { readTokenReview, tokenReview } from './token-review.js';

const head = { kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1' };
const read = (status: unknown, version: 'v1' | 'v1beta1' = 'v1') => readTokenReview({ ...head, status }, version);

describe('readTokenReview()', () => {
  it('reads the user and the audiences, and leaves out what is empty', () => {
    const user = { username: 'u', uid: '7', groups: ['g'], extra: { k: ['v'] } };
    expect(read({ authenticated: true, user, audiences: ['a'] })).toEqual({
      user: { name: 'u', uid: '7', groups: ['g'], extra: { k: ['v'] } },
      audiences: ['a'],
    });
    expect(read({ authenticated: true, user: { username: 'u', uid: '', groups: null, extra: {} } })).toEqual({
      user: { name: 'u', groups: [] },
      audiences: [],
    });
  });

  it.each([undefined, null])('takes extra that is %s for none', (extra) => {
    expect(read({ authenticated: true, user: { username: 'u', extra } })?.user).toEqual({ name: 'u', groups: [] });
  });

  it('answers nothing where the token is not authenticated, and throws the error that is named', () => {
    for (const status of [{}, { authenticated: false }, { authenticated: 'true' }, { error: '' }, { error: 7 }]) {
      expect(read(status)).toBeUndefined();
    }
    expect(() => read({ authenticated: false, error: 'expired' })).toThrow('expired');
  });

  it.each([
    ['no user', {}],
    ['a user that is a list', { user: [] }],
    ['no name', { user: { uid: '7' } }],
    ['an empty name', { user: { username: '' } }],
    ['a name that is a number', { user: { username: 7 } }],
    ['a uid that is a number', { user: { username: 'u', uid: 7 } }],
    ['groups that are a text', { user: { username: 'u', groups: 'g' } }],
    ['a group that is a number', { user: { username: 'u', groups: ['g', 7] } }],
    ['extra that is an empty list', { user: { username: 'u', extra: [] } }],
    ['extra that is a number', { user: { username: 'u', extra: 7 } }],
    ['extra that is a list', { user: { username: 'u', extra: ['x'] } }],
    ['an extra value that is a text', { user: { username: 'u', extra: { a: ['v'], k: 'v' } } }],
    ['audiences that are a text', { user: { username: 'u' }, audiences: 'a' }],
  ])('rejects a status with %s', (_fault, status) => {
    expect(() => read({ authenticated: true, ...status })).toThrow('has a status that cannot be read');
  });

  it('rejects an answer of another kind or version, or without a status', () => {
    const status = { authenticated: true, user: { username: 'u' } };
    expect(() => readTokenReview({ ...head, kind: 'Other', status }, 'v1')).toThrow('is no TokenReview');
    expect(() => read(status, 'v1beta1')).toThrow('is no TokenReview');
    expect(() => read(undefined)).toThrow('has no status');
    expect(() => read([])).toThrow('has no status');
  });
});

describe('tokenReview()', () => {
  it('asks about a token for audiences, in a version', () => {
    expect(tokenReview('v1beta1', 't', ['a'])).toMatchObject({
      kind: 'TokenReview',
      apiVersion: 'authentication.k8s.io/v1beta1',
      spec: { token: 't', audiences: ['a'] },
    });
  });
});
