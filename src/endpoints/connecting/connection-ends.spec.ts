import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConnectionEndpoint } from '../../../test/support/connection-endpoint.js';

describe('serveConnection() with a backend that takes its time', () => {
  let endpoint: ConnectionEndpoint;
  let asked: Promise<[IncomingMessage, ServerResponse]>;

  beforeEach(async () => {
    let handler = (_request: IncomingMessage, _response: ServerResponse): void => {};
    endpoint = await ConnectionEndpoint.open((request, response) => handler(request, response));
    asked = new Promise((resolve) => {
      handler = (request, response) => {
        response.setHeader('x-own', 'yes');
        response.flushHeaders();
        resolve([request, response]);
      };
    });
  });
  afterEach(() => endpoint.close());

  it('sends the head of an answer before there is a body, with the headers of the backend', async () => {
    const answer = await endpoint.begin('GET', 'proxy/x');
    const [, response] = await asked;
    response.end();
    expect(answer.headers).toMatchObject({ 'x-own': 'yes', 'cache-control': 'no-cache, private' });
    answer.resume();
  });

  it('sends the head of a text before there is any', async () => {
    endpoint.passage = 'text';
    const answer = await endpoint.begin('GET', 'log');
    expect(answer.headers['content-type']).toBe('text/plain');
    const [, response] = await asked;
    response.end('late');
    expect(Buffer.concat(await answer.toArray()).toString()).toBe('late');
  });

  it('gives up a text for clients that offer unknown protocols only', async () => {
    endpoint.passage = 'text';
    const socket = endpoint.connect('log', ['other']);
    socket.on('error', () => {});
    const [, response] = await asked;
    await once(response, 'close');
    expect(response.writableEnded).toBe(false);
  });

  it('counts the bytes of messages, and ends when the connection has', async () => {
    endpoint.passage = 'text';
    const socket = endpoint.connect('log', ['base64.binary.k8s.io']);
    const [, response] = await asked;
    response.end('four');
    await once(socket, 'close');
    const [{ context, ended }] = endpoint.served;
    await ended;
    expect(context.sentBytes).toBe(Buffer.from('four').toString('base64').length);
  });

  it('breaks off where the text does', async () => {
    endpoint.passage = 'text';
    const socket = endpoint.connect('log', []);
    const [, response] = await asked;
    response.write('part');
    await once(socket, 'message');
    response.destroy();
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1006);
  });

  const COMMON = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';

  it.each([
    ['image/png', `406: Not Acceptable\n\nAvailable representations: text/plain, ${COMMON}`],
    ['text/plain', `only the following media types are accepted: ${COMMON}`],
  ])('names what a client that accepts %s could have accepted', async (accept, message) => {
    endpoint.passage = 'text';
    const { text } = await endpoint.ask('GET', 'log', { accept });
    expect((JSON.parse(text) as { message: string }).message).toBe(message);
  });
});

it('passes an upgrade on, and the answer of a backend that refuses it', async () => {
  const endpoint = await ConnectionEndpoint.open((_, response) => void response.end());
  endpoint.passage = 'connection';
  endpoint.backend.on('upgrade', (request: IncomingMessage, socket) => {
    socket.end(`HTTP/1.1 403 Forbidden\r\nx-target: ${request.url}\r\nconnection: close\r\n\r\nnot you`);
  });
  const socket = endpoint.connect('exec', []);
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  expect([answer.statusCode, answer.headers['x-target']]).toEqual([403, '/x?own=1']);
  expect(Buffer.concat(await answer.toArray()).toString()).toBe('not you');
  endpoint.close();
});
