import { once } from 'node:events';
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

/** A request that the webhook received. */
export interface WebhookRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (request: WebhookRequest, response: ServerResponse) => void;

/** A server that is asked by others: what it is asked is written down, what it answers is the test's. */
export class FakeWebhook {
  /** All requests so far. */
  readonly asked: WebhookRequest[] = [];
  /** Handles requests; 404 without. */
  answer: Answer = (_request, response) => void response.writeHead(404).end();
  /** How many connections were made. */
  connections = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: ReturnType<typeof createPlainServer>,
    /** Where it listens, without a path. */
    readonly url: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.take(request, response));
    server.on('connection', (socket: Socket) => {
      this.connections++;
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** Starts one on the loopback address: over TLS with certificates, else over plain HTTP. */
  static async start(tls?: ServerOptions): Promise<FakeWebhook> {
    const server = tls === undefined ? createPlainServer() : createServer(tls);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new FakeWebhook(server, `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`);
  }

  /** How many connections are open. */
  get openConnections(): number {
    return this.sockets.size;
  }

  /** Responds to every request with JSON. */
  answerJson(make: (request: WebhookRequest) => unknown, status = 200): void {
    this.answer = (request, response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(make(request)));
  }

  /** Ends it, and all its connections. */
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const { method = '', url = '', headers } = request;
    const asked = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
    this.asked.push(asked);
    this.answer(asked, response);
  }
}

/** A kubeconfig, as JSON, that leads to a server. */
export function kubeconfigOf(
  server: string,
  { cluster = {}, user = {} }: { cluster?: object; user?: object } = {},
): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'webhook', cluster: { server, ...cluster } }],
    users: [{ name: 'server', user }],
    contexts: [{ name: 'webhook', context: { cluster: 'webhook', user: 'server' } }],
    'current-context': 'webhook',
  });
}
