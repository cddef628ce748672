import { isWhole, parseAnswer, requestText } from './http-text.js';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('requestText()', () => {
  it('is one request, whatever the path', () => {
    expect(requestText('/a?b=c', 'localhost:80')).toMatch(/^GET \/a\?b=c HTTP\/1\.1\r\nHost: localhost:80\r\n/);
    for (const path of ['', 'a', '/a b', '/a\r\nHost: x', '/ä']) expect(() => requestText(path, 'h')).toThrow('path');
  });
});

describe('parseAnswer()', () => {
  it('reads bodies with a length and in chunks', () => {
    const plain = bytes('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhällo');
    expect(parseAnswer(plain)).toMatchObject({ statusLine: 'HTTP/1.1 200 OK', headers: [['content-length', '5']] });
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(parseAnswer(bytes(`${chunked}3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`))?.body).toBe('abcde');
    expect(parseAnswer(bytes(`${chunked}ff\r\nabc`))?.body).toBe('abc');
    expect(parseAnswer(bytes(`${chunked}zz\r\nabc`))?.body).toBe('');
    expect(parseAnswer(bytes('SSH-2.0-x\r\n\r\n'))).toBeUndefined();
  });
});

describe('isWhole()', () => {
  it.each([
    ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab', true],
    ['HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab', false],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n', true],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n', false],
    ['HTTP/1.1 200 OK\r\n\r\nab', false],
    ['HTTP/1.1 20', false],
  ])('of %j is %s', (text, expected) => {
    expect(isWhole(bytes(text))).toBe(expected);
  });
});
