import { bearerTokenOf, tokensOf, webSocketTokenOf } from './bearer-token.js';

const PREFIX = 'base64url.bearer.authorization.k8s.io.';
const carrying = (token: string): string => PREFIX + Buffer.from(token).toString('base64url');

describe('bearerTokenOf()', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bEARER abc', 'abc'],
    ['  Bearer abc  ', 'abc'],
    ['Bearer abc def', 'abc'],
    ['Bearer', undefined],
    ['Basic abc', undefined],
    ['Bearerabc', undefined],
  ])('reads %j as %j, without a warning', (authorization, token) => {
    const warnings: string[] = [];
    expect(bearerTokenOf({ authorization }, (text) => warnings.push(text))).toBe(token);
    expect(warnings).toEqual([]);
  });

  it('warns of a token behind extra space', () => {
    const warnings: string[] = [];
    expect(bearerTokenOf({ authorization: 'Bearer  abc' }, (text) => warnings.push(text))).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('extra space')]);
  });
});

describe('webSocketTokenOf()', () => {
  const read = (protocols: string | undefined, upgrade = 'WebSocket'): string | undefined =>
    webSocketTokenOf({ upgrade, 'sec-websocket-protocol': protocols });

  it('reads the token among the subprotocols of a WebSocket', () => {
    expect(read(`a, ${carrying('abc')}`)).toBe('abc');
    expect([read(undefined), read('a'), read(`a,${carrying('')}`)]).toEqual([undefined, undefined, undefined]);
    expect(read(`a,${carrying('abc')}`, 'h2c')).toBeUndefined();
    expect(webSocketTokenOf({ 'sec-websocket-protocol': `a,${carrying('abc')}` })).toBeUndefined();
  });

  it('rejects two tokens, and one by itself', () => {
    expect(() => read(`a,${carrying('abc')},${carrying('def')}`)).toThrow('multiple');
    expect(() => read(carrying('abc'))).toThrow('missing additional subprotocol');
  });
});

describe('tokensOf()', () => {
  it('answers every form of every token, which logs must not repeat', () => {
    const carried = carrying('abc').slice(PREFIX.length);
    const headers = { authorization: 'Bearer one  two', 'sec-websocket-protocol': `x, ${carrying('abc')}` };
    expect(tokensOf(headers)).toEqual(['one', 'two', carried, 'abc']);
    expect(tokensOf({})).toEqual([]);
  });
});
