import { readClaims } from './claims.js';

const ACCOUNT = { namespace: 'n', serviceaccount: { name: 'robot', uid: 'u1' } };
const PAYLOAD = { aud: ['api'], exp: 20, iss: 'https://issuer', sub: 'system:serviceaccount:n:robot' };

const read = (claims: Record<string, unknown> = {}, account: Record<string, unknown> = {}) =>
  readClaims({ ...PAYLOAD, 'kubernetes.io': { ...ACCOUNT, ...account }, ...claims });

describe('readClaims()', () => {
  it('reads what must be there, and what may be', () => {
    expect(read()).toEqual({ ...PAYLOAD, account: ACCOUNT });
    const bindings = {
      pod: { name: 'p', uid: 'p1' },
      secret: { name: 's', uid: 's1' },
      node: { name: 'm', uid: 'm1' },
      warnafter: 15,
    };
    expect(read({ iat: 10, nbf: 11, jti: 'j' }, bindings)).toEqual({
      ...PAYLOAD,
      iat: 10,
      nbf: 11,
      jti: 'j',
      account: { ...ACCOUNT, ...bindings },
    });
  });

  it.each<[unknown, string[]]>([
    ['api', ['api']],
    [
      ['a', 7, 'b', null],
      ['a', 'b'],
    ],
    [undefined, []],
    [{ a: 'b' }, []],
  ])('reads the audiences of %j', (aud, audiences) => expect(read({ aud })?.aud).toEqual(audiences));

  it('ignores an id that is not a text', () => expect(read({ jti: 7 })).toMatchObject({ jti: undefined }));

  it.each<Record<string, unknown>>([
    { 'kubernetes.io': undefined },
    { 'kubernetes.io': null },
    { 'kubernetes.io': 'n' },
    { iss: 7 },
    { sub: undefined },
    { exp: undefined },
    { exp: '20' },
    { exp: Infinity },
    { iat: '10' },
    { nbf: null },
  ])('has nothing for %j', (claims) => expect(read(claims)).toBeUndefined());

  it.each<Record<string, unknown>>([
    { namespace: undefined },
    { serviceaccount: undefined },
    { serviceaccount: null },
    { serviceaccount: 'robot' },
    { serviceaccount: { name: 'robot' } },
    { serviceaccount: { name: 'robot', uid: 1 } },
    { serviceaccount: { name: 1, uid: 'u1' } },
    { pod: null },
    { pod: { name: 'p' } },
    { secret: 's' },
    { secret: { uid: 's1' } },
    { node: 0 },
    { node: {} },
    { warnafter: '15' },
  ])('has nothing for an account with %j: a binding that cannot be read must not count as none', (account) =>
    expect(read({}, account)).toBeUndefined(),
  );
});
