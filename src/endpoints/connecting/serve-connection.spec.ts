import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer, request as send } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocket } from 'ws';
import { Serializers, builtInSerializers } from '../../codecs/index.js';
import { Backends, type Destination, UpgradeResponse } from '../../proxy/index.js';
import { parseRequestInfo } from '../../request/index.js';
import { AnswerResources, RequestContext, sendError } from '../index.js';
import type { ResourceRequest } from '../resource-request.js';
import { serveConnection } from './serve-connection.js';

const POD = '/api/v1/namespaces/n/pods/p';
const serializers = new Serializers(builtInSerializers());
const shared = new AnswerResources();
const NO_KUBELET = { clientCertificate: '', clientKey: '', certificateAuthority: '', timeout: 0 };

interface Served {
  readonly passage: 'request' | 'text' | 'connection';
  readonly verbs: readonly string[];
}

describe('serveConnection()', () => {
  let backend: Server;
  let server: Server;
  let served: Served;
  /** The path of the destination; undefined for none. */
  let path: string | undefined;
  let located: unknown[];

  beforeEach(async () => {
    [served, path, located] = [{ passage: 'request', verbs: ['get', 'create'] }, '/x', []];
    backend = createServer((request, response) => {
      response.setHeader('cache-control', 'max-age=60');
      response.write(`${request.method} `);
      response.end(request.url);
    }).listen(0, '127.0.0.1');
    server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      void serve(request, new UpgradeResponse(request, socket, head));
    });
    await Promise.all([once(backend, 'listening'), once(server, 'listening')]);
  });
  afterEach(() => {
    for (const each of [backend, server]) {
      each.closeAllConnections();
      each.close();
    }
  });

  async function serve(
    request: IncomingMessage,
    response: ConstructorParameters<typeof RequestContext>[0]['response'],
  ) {
    const [target, search = ''] = request.url!.split('?');
    const query = new URLSearchParams(search);
    const info = parseRequestInfo(request.method!, target, query);
    const catalogue = { resource: () => undefined };
    const facts = { request, response, info, query, catalogue, serializers, shared, id: 'r', compresses: false };
    const context = new RequestContext(facts);
    context.user = { name: 'alice', groups: [] };
    const { port } = backend.address() as AddressInfo;
    const destination = (): Destination | undefined =>
      path === undefined
        ? undefined
        : { scheme: 'http', host: '127.0.0.1', port: String(port), path, query: 'own=1', peer: 'workload' };
    const operation = {
      locate: (order: { name: string; namespace: string; path: string }) => {
        located.push([order.namespace, order.name, order.path]);
        return Promise.resolve(destination());
      },
    };
    const resource = {
      gvr: { group: '', version: 'v1', resource: 'pods' },
      kind: { isNamespaced: true },
      version: { apiVersion: 'v1' },
    };
    const options = { backends: new Backends(NO_KUBELET as never), translations: { ofChannels: true, ofPorts: true } };
    try {
      await serveConnection(
        { context, resource, options } as unknown as ResourceRequest,
        { verbs: new Set(served.verbs), definition: { passage: served.passage }, operation } as never,
      );
    } catch (error) {
      await sendError(context, error);
    }
  }

  async function ask(method: string, target: string, headers = {}) {
    const { port } = server.address() as AddressInfo;
    const call = send({ host: '127.0.0.1', port, method, path: `${POD}/${target}`, headers }).end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    const chunks = (await answer.toArray()) as Buffer[];
    return { status: answer.statusCode, text: Buffer.concat(chunks).toString(), headers: answer.headers };
  }

  it.each<[string, string]>([
    ['proxy', ''],
    ['proxy/', '/'],
    ['proxy/a/b', '/a/b'],
    ['proxy/a/', '/a/'],
    ['proxy/a?b=/', '/a'],
  ])('finds behind %s the path %j', async (target, below) => {
    await ask('GET', target);
    expect(located).toEqual([['n', 'p', below]]);
  });

  it('sends a request on with the query of the client, and keeps answers out of caches', async () => {
    const answer = await ask('POST', 'proxy/x?a=%20b&c');
    expect(answer).toMatchObject({ status: 200, text: 'POST /x?a=%20b&c' });
    expect(answer.headers['cache-control']).toBe('no-cache, private, max-age=60');
    expect((await ask('GET', 'proxy/x')).text).toBe('GET /x');
  });

  it.each<[Served['passage'], string, number]>([
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
    served = { ...served, passage };
    expect((await ask(method, passage === 'request' ? 'proxy/x' : 'log')).status).toBe(status);
    expect(located).toHaveLength(status === 405 ? 0 : 1);
  });

  it.each<[string, string, number, string | undefined]>([
    ['GET', 'proxy', 301, `${POD}/proxy/`],
    ['GET', 'proxy?a=b?c', 301, `${POD}/proxy/?a=b?c`],
    ['HEAD', 'proxy', 301, `${POD}/proxy/`],
    ['POST', 'proxy', 200, undefined],
  ])('leads %s of %s to where links of pages work: %d', async (method, target, status, location) => {
    path = '';
    const answer = await ask(method, target);
    expect([answer.status, answer.headers.location]).toEqual([status, location]);
  });

  it('answers without content where there is nothing yet', async () => {
    path = undefined;
    expect(await ask('GET', 'proxy')).toMatchObject({ status: 204, text: '' });
  });

  it.each<[string | undefined, number]>([
    [undefined, 200],
    // An error could not be sent as such a text (upstream: NegotiateOutputMediaType).
    ['text/plain', 406],
    ['*/*', 200],
    ['application/json', 200],
    ['image/png', 406],
  ])('sends a text to clients that accept %j: %d', async (accept, status) => {
    served = { ...served, passage: 'text' };
    const answer = await ask('GET', 'log', accept === undefined ? {} : { accept });
    expect(answer.status).toBe(status);
    expect(located).toHaveLength(status === 406 ? 0 : 1);
    expect(answer.text).toEqual(status === 406 ? expect.stringContaining('NotAcceptable') : 'GET /x?own=1');
    expect(answer.headers['content-type']).toBe(status === 406 ? answer.headers['content-type'] : 'text/plain');
  });

  it.each<[string[], string, string[], number]>([
    [[], '', ['', 'GET ', '/x?own=1'], 1000],
    [['binary.k8s.io'], 'binary.k8s.io', ['', 'GET ', '/x?own=1'], 1000],
    [['other', 'base64.binary.k8s.io', 'binary.k8s.io'], 'base64.binary.k8s.io', ['', 'GET ', '/x?own=1'], 1000],
  ])('sends a text as messages to clients that offer %j', async (offered, protocol, pieces, code) => {
    served = { ...served, passage: 'text' };
    const { port } = server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}${POD}/log`, offered);
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
    served = { ...served, passage: 'text' };
    const { port } = server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}${POD}/log`, ['other']);
    const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(answer.statusCode).toBe(403);
    answer.resume();
    await once(answer, 'end');
  });
});
