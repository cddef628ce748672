import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { ConnectionEndpoint, POD } from '../../../test/support/connection-endpoint.js';

type Passage = ConnectionEndpoint['passage'];

describe('serveConnection()', () => {
  let endpoint: ConnectionEndpoint;

  beforeEach(async () => {
    endpoint = await ConnectionEndpoint.open((request, response) => {
      response.setHeader('cache-control', 'max-age=60');
      response.setHeader('x-own', 'yes');
      response.write(`${request.method} `);
      response.end(request.url);
    });
  });
  afterEach(() => endpoint.close());

  it.each<[string, string]>([
    ['proxy', ''],
    ['proxy/', '/'],
    ['proxy/a/b', '/a/b'],
    ['proxy/a/', '/a/'],
    ['proxy/a?b=/', '/a'],
  ])('finds behind %s the path %j', async (target, below) => {
    await endpoint.ask('GET', target);
    expect(endpoint.located).toEqual([['n', 'p', below]]);
  });

  it('sends a request on with the query of the client, and keeps answers out of caches', async () => {
    const answer = await endpoint.ask('POST', 'proxy/x?a=%20b&c');
    expect(answer).toMatchObject({ status: 200, text: 'POST /x?a=%20b&c' });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache, private, max-age=60', 'x-own': 'yes' });
    expect((await endpoint.ask('GET', 'proxy/x')).text).toBe('GET /x');
  });

  it.each<[Passage, string, number]>([
    ['request', 'GET', 200],
    ['request', 'HEAD', 200],
    ['request', 'OPTIONS', 200],
    ['request', 'POST', 200],
    ['request', 'DELETE', 405],
    ['request', 'PUT', 405],
    ['text', 'GET', 200],
    ['text', 'HEAD', 405],
    ['text', 'OPTIONS', 405],
    ['connection', 'HEAD', 405],
    ['connection', 'OPTIONS', 405],
    // A connection needs an upgrade.
    ['connection', 'POST', 400],
    ['connection', 'DELETE', 405],
  ])('answers a request to a %s by %s with %d', async (passage, method, status) => {
    endpoint.passage = passage;
    expect((await endpoint.ask(method, passage === 'request' ? 'proxy/x' : 'log')).status).toBe(status);
    expect(endpoint.located).toHaveLength(status === 405 ? 0 : 1);
  });

  it.each<[string, string, number, string | undefined]>([
    ['GET', 'proxy', 301, `${POD}/proxy/`],
    ['GET', 'proxy?a=b?c', 301, `${POD}/proxy/?a=b?c`],
    ['HEAD', 'proxy', 301, `${POD}/proxy/`],
    ['POST', 'proxy', 200, undefined],
  ])('leads %s of %s to where links of pages work: %d', async (method, target, status, location) => {
    endpoint.path = '';
    const answer = await endpoint.ask(method, target);
    expect([answer.status, answer.headers.location]).toEqual([status, location]);
  });

  it('answers without content where there is nothing yet', async () => {
    endpoint.path = undefined;
    expect(await endpoint.ask('GET', 'proxy')).toMatchObject({ status: 204, text: '' });
  });

  it.each<[string | undefined, number]>([
    [undefined, 200],
    // An error could not be sent as such a text (upstream: NegotiateOutputMediaType).
    ['text/plain', 406],
    ['*/*', 200],
    ['application/json', 200],
    ['image/png', 406],
  ])('sends a text to clients that accept %j: %d', async (accept, status) => {
    endpoint.passage = 'text';
    const answer = await endpoint.ask('GET', 'log', accept === undefined ? {} : { accept });
    expect(answer.status).toBe(status);
    expect(endpoint.located).toHaveLength(status === 406 ? 0 : 1);
    expect(answer.text).toEqual(status === 406 ? expect.stringContaining('NotAcceptable') : 'GET /x?own=1');
    expect(answer.headers['content-type']).toBe(status === 406 ? answer.headers['content-type'] : 'text/plain');
  });

  it.each<[string[], string, string[], number]>([
    [[], '', ['', 'GET ', '/x?own=1'], 1000],
    [['binary.k8s.io'], 'binary.k8s.io', ['', 'GET ', '/x?own=1'], 1000],
    [['other', 'base64.binary.k8s.io', 'binary.k8s.io'], 'base64.binary.k8s.io', ['', 'GET ', '/x?own=1'], 1000],
  ])('sends a text as messages to clients that offer %j', async (offered, protocol, pieces, code) => {
    endpoint.passage = 'text';
    const socket = endpoint.connect('log', offered);
    const messages: string[] = [];
    let first: string | undefined;
    socket.on('message', (data: Buffer, isBinary) => {
      expect(isBinary).toBe(!protocol.startsWith('base64'));
      const text = isBinary ? data.toString() : Buffer.from(data.toString(), 'base64').toString();
      first ??= text;
      messages.push(text);
    });
    const [closed] = (await once(socket, 'close')) as [number];
    expect([socket.protocol, first, messages.join(''), closed]).toEqual([protocol, '', pieces.join(''), code]);
  });

  it('refuses clients that offer unknown protocols only', async () => {
    endpoint.passage = 'text';
    const socket = endpoint.connect('log', ['other']);
    const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(answer.statusCode).toBe(403);
    answer.resume();
    await once(answer, 'end');
  });
});
