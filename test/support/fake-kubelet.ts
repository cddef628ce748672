import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Server, type ServerOptions, createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import { createAuthority, issueCertificate } from '../../src/server/certificates/issuer.js';

/** A request that the kubelet received. */
export interface KubeletRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** The certificates of a kubelet, and of a server that it accepts, in PEM. */
export interface KubeletCertificates {
  readonly authority: string;
  readonly serving: { readonly certificate: string; readonly key: string };
  readonly client: { readonly certificate: string; readonly key: string };
}

/** Makes an authority, a serving certificate for `host`, and a client certificate. */
export async function makeKubeletCertificates(host = '127.0.0.1'): Promise<KubeletCertificates> {
  const now = new Date();
  const authority = await createAuthority('kubelets', now);
  const names = { addresses: [host], dnsNames: [] };
  const serving = await issueCertificate(
    authority,
    { subject: { commonName: 'kubelet' }, usage: 'server', names },
    now,
  );
  const client = await issueCertificate(authority, { subject: { commonName: 'apiserver' }, usage: 'client' }, now);
  return { authority: authority.certificate, serving, client };
}

/** Something that answers over TLS as a kubelet does: what it is asked is written down, what it answers is the test's. */
export class FakeKubelet {
  /** All requests so far. */
  readonly asked: KubeletRequest[] = [];
  /** Handles requests; 404 without. */
  answer: Answer = (_request, response) => void response.writeHead(404).end();
  /** Handles requests for another protocol; hangs up without. */
  upgrade: Upgrade = (_request, socket) => void socket.destroy();
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {
    server.on('request', (request, response) => {
      this.note(request);
      this.answer(request, response);
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.note(request);
      socket.on('error', () => {});
      this.upgrade(request, socket, head);
    });
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** Starts one at any address of the machine, with certificates of its own. */
  static async start(certificates: KubeletCertificates, options: ServerOptions = {}): Promise<FakeKubelet> {
    const { certificate: cert, key } = certificates.serving;
    const server = createServer({ cert, key, ca: certificates.authority, ...options }).listen(0);
    await once(server, 'listening');
    return new FakeKubelet(server, (server.address() as AddressInfo).port);
  }

  /** How many connections are open to it. */
  get connections(): number {
    return this.sockets.size;
  }

  /** Breaks all connections off. */
  drop(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.server, 'close');
  }

  private note({ method = '', url = '', headers }: IncomingMessage): void {
    this.asked.push({ method, url, headers });
  }
}

/** An address of this machine that others reach it at. */
export function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  const found = all.find(({ family, internal }) => family === 'IPv4' && !internal);
  if (!found) throw new Error('this machine has no address but its loopback');
  return found.address;
}

/** Grants a request for another protocol, of its streams the last it offers, and sends back all that comes. */
export function echo(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { upgrade = '', 'sec-websocket-protocol': protocols, 'x-stream-protocol-version': streams } = request.headers;
  const chosen = protocols === undefined ? '' : `Sec-WebSocket-Protocol: ${protocols.split(',')[0]}\r\n`;
  const version = streams === undefined ? '' : `X-Stream-Protocol-Version: ${String(streams).split(', ').at(-1)}\r\n`;
  const granted = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n`;
  socket.write(`${granted}${chosen}${version}\r\n`);
  if (head.length > 0) socket.write(head);
  socket.pipe(socket);
}
