import { decodeContinueToken, encodeContinueToken, keyAfter } from './continue-token.js';

const PREFIX = '/registry/pods/';
const tokenOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const encode = (text: string): string => Buffer.from(text).toString('base64url');
const valid = { v: 'meta.k8s.io/v1', rv: 7, start: 'default/a\u0000' };

describe('continue tokens', () => {
  it.each([7, -1, 123456789])('survive the round trip at revision %d', (revision) => {
    const point = { revision, startAt: keyAfter(`${PREFIX}default/ä-1`) };
    expect(decodeContinueToken(encodeContinueToken(point, PREFIX), PREFIX)).toEqual(point);
  });

  it.each<[string, string]>([
    ['1', 'illegal base64 data at input byte 0'],
    ['1,2', 'illegal base64 data at input byte 1'],
    ['é', 'illegal base64 data at input byte 0'],
    ['false', 'illegal base64 data at input byte 4'],
    ['abc', "invalid character 'i' looking for beginning of value"],
    ['-1', "invalid character 'û' looking for beginning of value"],
    [tokenOf(null), 'server does not recognize this encoded version '],
    [tokenOf({}), 'server does not recognize this encoded version '],
    [tokenOf([]), 'json: cannot unmarshal array into Go value of type storage.continueToken'],
    [tokenOf({ ...valid, v: 'v2' }), 'server does not recognize this encoded version v2'],
    [tokenOf({ ...valid, v: {} }), 'json: cannot unmarshal object into Go struct field continueToken.v of type string'],
    [tokenOf({ ...valid, rv: 0 }), 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)'],
    [tokenOf({ v: valid.v, start: 'a' }), 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)'],
    [
      tokenOf({ ...valid, rv: 'x' }),
      'json: cannot unmarshal string into Go struct field continueToken.rv of type int64',
    ],
    [tokenOf({ ...valid, rv: 1.5 }), 'cannot unmarshal number 1.5 into Go struct field continueToken.rv of type int64'],
    ...[{ toString: 1 }, { valueOf: null, toString: {} }, { constructor: 1 }, { __proto__: null, toJSON: 1 }, {}].map(
      (rv): [string, string] => [
        tokenOf({ ...valid, rv }),
        'json: cannot unmarshal object into Go struct field continueToken.rv of type int64',
      ],
    ),
    [
      encode('{"__proto__":{"rv":1},"rv":{"__proto__":1}}'),
      'cannot unmarshal object into Go struct field continueToken.rv',
    ],
    [tokenOf({ ...valid, rv: [[]] }), 'cannot unmarshal array into Go struct field continueToken.rv of type int64'],
    [tokenOf({ ...valid, rv: true }), 'cannot unmarshal bool into Go struct field continueToken.rv of type int64'],
    [tokenOf({ ...valid, start: { toString: 1 } }), 'cannot unmarshal object into Go struct field continueToken.start'],
    [tokenOf({ ...valid, v: { toString: 1 } }), 'cannot unmarshal object into Go struct field continueToken.v'],
    [encode('{"v":"meta.k8s.io/v1","rv":1e3,"start":"a"}'), 'cannot unmarshal number 1e3 into Go struct field'],
    [encode('{"v":"meta.k8s.io/v1","rv":7.0,"start":"a"}'), 'cannot unmarshal number 7.0 into Go struct field'],
    [tokenOf({ ...valid, rv: 2 ** 63 }), 'cannot unmarshal number 9223372036854776000 into Go struct field'],
    [encode('{"rv":"x","v":{}}'), 'cannot unmarshal string into Go struct field continueToken.rv of type int64'],
    [encode('{"v":"meta.k8s.io/v1","rv":7,"start":"a"} x'), "invalid character 'x' after top-level value"],
    [encode('{"v":"meta.k8s.io/v1","rv":7'), 'unexpected end of JSON input'],
    [tokenOf({ ...valid, start: '/../secrets/a' }), 'continue key is not valid: /../secrets/a'],
    [tokenOf({ ...valid, start: '//a' }), 'continue key is not valid: //a'],
    [tokenOf({ ...valid, start: 'a/' }), 'continue key is not valid: a/'],
    [tokenOf({ ...valid, start: '..' }), 'continue key is not valid: ..'],
    [tokenOf({ ...valid, v: null }), 'server does not recognize this encoded version '],
    [tokenOf({ ...valid, start: '' }), 'encoded start key empty (version meta.k8s.io/v1)'],
    [tokenOf({ ...valid, start: '../secrets/a' }), 'continue key is not valid: ../secrets/a'],
    [tokenOf({ ...valid, start: 'a/./b' }), 'continue key is not valid: a/./b'],
    [tokenOf({ ...valid, start: 'a//b' }), 'continue key is not valid: a//b'],
  ])('are refused as %s', (token, message) => {
    expect(() => decodeContinueToken(token, PREFIX)).toThrow(message);
    expect(() => decodeContinueToken(token, PREFIX)).toThrow('invalid continue token: continue key is not valid: ');
  });

  it.each([
    ['a key that no page ended with', '{"v":"meta.k8s.io/v1","rv":7,"start":"b"}', 7, 'b'],
    ['a version below 0', '{"v":"meta.k8s.io/v1","rv":-2,"start":"b"}', -2, 'b'],
    ['any version of 64 bits', '{"v":"meta.k8s.io/v1","rv":9223372036854775807,"start":"b"}', 2 ** 63, 'b'],
    ['other members', '{"v":"meta.k8s.io/v1","rv":7,"start":"b","x":[1]}', 7, 'b'],
    ['other spellings, of which the last counts', '{"V":"meta.k8s.io/v1","Rv":3,"rv":7,"START":"b"}', 7, 'b'],
    ['a member that is there twice', '{"v":"meta.k8s.io/v1","rv":3,"start":"b","rv":7}', 7, 'b'],
    ['nothing for a member that was there', '{"v":"meta.k8s.io/v1","rv":7,"start":"b","START":null}', 7, 'b'],
  ])('may have %s', (_, text, revision, key) => {
    expect(decodeContinueToken(encode(text), PREFIX)).toEqual({ revision, startAt: PREFIX + key });
  });

  it('may begin with a slash, and stay below their collection', () => {
    expect(decodeContinueToken(tokenOf({ ...valid, start: '/a' }), PREFIX).startAt).toBe(`${PREFIX}a`);
    expect(decodeContinueToken(tokenOf({ ...valid, start: '/' }), PREFIX).startAt).toBe(PREFIX);
  });
});
