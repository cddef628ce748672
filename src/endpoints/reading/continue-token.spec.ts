import { decodeContinueToken, encodeContinueToken } from './continue-token.js';

const PREFIX = '/registry/pods/';
const tokenOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const valid = { v: 'meta.k8s.io/v1', rv: 7, start: 'default/a\u0000' };

describe('continue tokens', () => {
  it.each([7, -1, 123456789])('survive the round trip at revision %d', (revision) => {
    const point = { revision, startAfter: `${PREFIX}default/ä-1` };
    expect(decodeContinueToken(encodeContinueToken(point, PREFIX), PREFIX)).toEqual(point);
  });

  it.each<[string, string]>([
    ['nonsense', 'illegal base64 data'],
    [tokenOf(null), 'illegal base64 data'],
    [tokenOf([]), 'does not recognize this encoded version ""'],
    [tokenOf({ ...valid, v: 'v2' }), 'does not recognize this encoded version "v2"'],
    [tokenOf({ ...valid, v: { toString: 1 } }), 'does not recognize this encoded version ""'],
    [tokenOf({ ...valid, rv: 0 }), 'incorrect encoded start resourceVersion'],
    [tokenOf({ ...valid, rv: 'x' }), 'incorrect encoded start resourceVersion'],
    [tokenOf({ ...valid, rv: 2 ** 60 }), 'incorrect encoded start resourceVersion'],
    [tokenOf({ ...valid, start: '' }), 'encoded start key empty'],
    [tokenOf({ ...valid, start: '../secrets/a' }), 'encoded start key is not normalized'],
    [tokenOf({ ...valid, start: '/a' }), 'encoded start key is not normalized'],
    [tokenOf({ ...valid, start: 'a/./b' }), 'encoded start key is not normalized'],
  ])('are refused as %s', (token, message) => {
    expect(() => decodeContinueToken(token, PREFIX)).toThrow(message);
  });
});
