import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  createServer,
  request as send,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocket } from 'ws';
import { Serializers, builtInSerializers } from '../../src/codecs/index.js';
import { AnswerResources, RequestContext, sendError } from '../../src/endpoints/index.js';
import type { ResourceRequest } from '../../src/endpoints/resource-request.js';
import { serveConnection } from '../../src/endpoints/connecting/serve-connection.js';
import { Backends, type Destination, UpgradeResponse } from '../../src/proxy/index.js';
import { parseRequestInfo } from '../../src/request/index.js';

/** The path of the pod whose subresources are served. */
export const POD = '/api/v1/namespaces/n/pods/p';
const serializers = new Serializers(builtInSerializers());
const shared = new AnswerResources();
const NO_KUBELET = { clientCertificate: '', clientKey: '', certificateAuthority: '', timeout: 0 };
const RESOURCE = {
  gvr: { group: '', version: 'v1', resource: 'pods' },
  kind: { isNamespaced: true },
  version: { apiVersion: 'v1' },
};

/** The answer of the endpoint, with its body as text. */
export interface ConnectionAnswer {
  readonly status: number | undefined;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

/** The endpoint of a connecting subresource of the pod `p` in `n`, with a backend that it leads to. */
export class ConnectionEndpoint {
  /** The form of passage that the subresource gives. */
  passage: 'request' | 'text' | 'connection' = 'request';
  readonly verbs = new Set(['get', 'create']);
  /** The path of the destination; undefined for none. */
  path: string | undefined = '/x';
  /** Namespace, name and path of each request that was located. */
  readonly located: unknown[] = [];
  /** The requests that were served, and their ends. */
  readonly served: { readonly context: RequestContext; readonly ended: Promise<void> }[] = [];
  readonly backend: Server;
  private readonly server: Server;

  private constructor(handler: RequestListener) {
    this.backend = createServer(handler);
    this.server = createServer((request, response) => this.serve(request, response));
    this.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      this.serve(request, new UpgradeResponse(request, socket, head));
    });
  }

  /** Opens an endpoint; the handler is that of its backend. */
  static async open(handler: RequestListener): Promise<ConnectionEndpoint> {
    const endpoint = new ConnectionEndpoint(handler);
    const servers = [endpoint.backend, endpoint.server];
    await Promise.all(servers.map((each) => once(each.listen(0, '127.0.0.1'), 'listening')));
    return endpoint;
  }

  close(): void {
    for (const each of [this.backend, this.server]) {
      each.closeAllConnections();
      each.close();
    }
  }

  /** Sends a request to a path below the pod. */
  async ask(method: string, target: string, headers: Record<string, string> = {}): Promise<ConnectionAnswer> {
    const answer = await this.begin(method, target, headers);
    const chunks = (await answer.toArray()) as Buffer[];
    return { status: answer.statusCode, text: Buffer.concat(chunks).toString(), headers: answer.headers };
  }

  /** Sends a request; answers once the head of the answer is there. */
  async begin(method: string, target: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
    const place = { host: '127.0.0.1', port: portOf(this.server), path: `${POD}/${target}` };
    const [answer] = (await once(send({ ...place, method, headers }).end(), 'response')) as [IncomingMessage];
    return answer;
  }

  /** Opens a WebSocket to a path below the pod. */
  connect(target: string, protocols: string[]): WebSocket {
    return new WebSocket(`ws://127.0.0.1:${portOf(this.server)}${POD}/${target}`, protocols);
  }

  private serve(request: IncomingMessage, response: ConstructorParameters<typeof RequestContext>[0]['response']): void {
    const [target, search = ''] = request.url!.split('?');
    const query = new URLSearchParams(search);
    const info = parseRequestInfo(request.method!, target, query);
    const catalogue = { resource: () => undefined };
    const facts = { request, response, info, query, catalogue, serializers, shared, id: 'r', compresses: false };
    const context = new RequestContext(facts);
    context.identify({ name: 'alice', groups: [] });
    this.served.push({ context, ended: this.answer(context) });
  }

  private async answer(context: RequestContext): Promise<void> {
    const options = { backends: new Backends(NO_KUBELET as never), translations: { ofChannels: true, ofPorts: true } };
    const operation = {
      locate: (order: { name: string; namespace: string; path: string }) => {
        this.located.push([order.namespace, order.name, order.path]);
        return Promise.resolve(this.destination());
      },
    };
    try {
      await serveConnection(
        { context, resource: RESOURCE, options } as unknown as ResourceRequest,
        { verbs: this.verbs, definition: { passage: this.passage }, operation } as never,
      );
    } catch (error) {
      await sendError(context, error);
    }
  }

  private destination(): Destination | undefined {
    if (this.path === undefined) return undefined;
    const port = String(portOf(this.backend));
    return { scheme: 'http', host: '127.0.0.1', port, path: this.path, query: 'own=1', peer: 'workload' };
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
