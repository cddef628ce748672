import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Server, createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { TestAuthority, type TestCertificate } from './authority.js';
import { eventually } from './eventually.js';
import type { TestServer } from './start-test-server.js';
import type { Json } from './test-client.js';

/** The namespace and the name of the Service by which every fake is reached. */
export const EXTENSION = { namespace: 'default', name: 'extension' };
/** The path of the API services. */
export const API_SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const SUBJECT = `${EXTENSION.name}.${EXTENSION.namespace}.svc`;

/** Components that ask what is served; none of their requests is forwarded for a client. */
const ASKING_FOR_THEMSELVES = new Set([
  'system:kube-aggregator',
  'system:serviceaccount:kube-system:generic-garbage-collector',
]);

/** A request that was forwarded. */
export interface ForwardedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** The client certificate that was shown. */
  readonly peer: X509Certificate | undefined;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** The server of an API group behind another: it serves discovery for the versions it is registered for. */
export class FakeExtensionServer {
  /** All forwarded requests so far; not those by which a server asks it for itself. */
  readonly asked: ForwardedCall[] = [];
  /** Handles forwarded requests; 404 without. */
  answer: Answer = (_request, response) => void response.writeHead(404).end();
  /** Handles requests for OpenAPI documents; 404 without. */
  document: Answer = (_request, response) => void response.writeHead(404).end();
  /** Handles requests for another protocol; hangs up without. */
  upgrade: Upgrade = (_request, socket) => void socket.destroy();
  private readonly versions: { readonly group: string; readonly version: string }[] = [];
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;

  private constructor(
    private readonly authority: TestAuthority,
    private readonly certificate: TestCertificate,
  ) {}

  /** Starts one on the loopback address; its certificate names `hosts`. */
  static async start(hosts = [SUBJECT]): Promise<FakeExtensionServer> {
    const authority = await TestAuthority.create('extensions');
    const certificate = await authority.issue({ name: 'CN=extension', usage: 'server', hosts });
    const fake = new FakeExtensionServer(authority, certificate);
    await fake.resume();
    return fake;
  }

  /** Starts again, at the same port, after `close`. */
  async resume(): Promise<void> {
    if (this.server) return;
    const { cert, key } = this.certificate;
    // Any certificate may be shown: what it is worth is for tests to say.
    const server = createServer({ cert, key, requestCert: true, rejectUnauthorized: false });
    server.on('request', (request, response) => this.take(request, response));
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.note(request);
      socket.on('error', () => {});
      this.upgrade(request, socket, head);
    });
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** How many connections are open to it. */
  get connections(): number {
    return this.sockets.size;
  }

  /** Ends it, and all its connections. */
  async close(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    this.drop();
    server.close();
    await once(server, 'close');
  }

  /** Breaks all connections off. */
  drop(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Responds to every forwarded request with JSON. */
  answerJson(body: object, status = 200): void {
    this.answer = (_request, response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  /** The Service by which it is reached. */
  get service(): Json {
    const spec = { type: 'ExternalName', externalName: 'localhost', ports: [{ port: this.port }] };
    return { metadata: { ...EXTENSION }, spec };
  }

  /** Stores its Service. */
  async addService({ client }: TestServer): Promise<void> {
    const { status, text } = await client.post(`/api/v1/namespaces/${EXTENSION.namespace}/services`, this.service);
    if (status !== 201) throw new Error(text);
  }

  /** The members of an API service by which a version of a group is served here. */
  specOf(group: string, version: string): Json {
    const caBundle = Buffer.from(this.authority.pem).toString('base64');
    const service = { ...EXTENSION, port: this.port };
    return { group, version, service, caBundle, groupPriorityMinimum: 1000, versionPriority: 15 };
  }

  /** Stores an API service, and waits until it is available. */
  async register(server: TestServer, group: string, version = 'v1'): Promise<string> {
    this.serve(group, version);
    const name = `${version}.${group}`;
    const spec = this.specOf(group, version);
    const { status, text } = await server.client.post(API_SERVICES, { metadata: { name }, spec });
    if (status !== 201) throw new Error(text);
    await untilCondition(server, name, 'Passed');
    return name;
  }

  /** Serves discovery for a version of a group from now on. */
  serve(group: string, version: string): void {
    this.versions.push({ group, version });
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const { 'x-remote-user': user, accept = '' } = request.headers;
    if (ASKING_FOR_THEMSELVES.has(String(user))) {
      if (request.url!.startsWith('/openapi/')) return this.document(request, response);
      return this.discover(request.url!, accept, response);
    }
    this.note(request);
    this.answer(request, response);
  }

  private note({ method = '', url = '', headers, socket }: IncomingMessage): void {
    this.asked.push({ method, url, headers, peer: (socket as TLSSocket).getPeerX509Certificate() });
  }

  private discover(url: string, accept: string, response: ServerResponse): void {
    const isAggregated = url === '/apis' && accept.includes(AGGREGATED);
    const isServed = this.versions.some(({ group, version }) => url === `/apis/${group}/${version}`);
    if (!isAggregated && !isServed) return void response.writeHead(404).end();
    const body = isAggregated ? { items: this.versions.map(aggregatedGroup) } : { resources: [] };
    response.writeHead(200, { 'content-type': isAggregated ? AGGREGATED : 'application/json' });
    response.end(JSON.stringify(body));
  }
}

function aggregatedGroup({ group, version }: { group: string; version: string }): object {
  const responseKind = { group, version, kind: 'Gear' };
  const gears = { resource: 'gears', responseKind, scope: 'Namespaced', singularResource: 'gear', verbs: ['get'] };
  return { metadata: { name: group }, versions: [{ version, resources: [gears], freshness: 'Current' }] };
}

/** Waits until an API service is in a state, by its reason; asks for its check meanwhile, and answers the condition. */
export async function untilCondition({ client }: TestServer, name: string, reason: string): Promise<Json> {
  let asked = 0;
  return eventually(async () => {
    const { body } = await client.get(`${API_SERVICES}/${name}`);
    const condition = (body.status?.conditions as Json[] | undefined)?.[0];
    if (condition?.reason === reason) return condition;
    const annotations = { 'example.com/asked': String(++asked) };
    await client.patch(`${API_SERVICES}/${name}`, 'merge-patch', { metadata: { annotations } });
    throw new Error(`the condition of ${name} is ${JSON.stringify(condition)}`);
  });
}
