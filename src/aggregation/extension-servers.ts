import type { ClientRequest } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { Clock } from '../observability/index.js';
import {
  type ClientIdentity,
  type KeyPair,
  type OutboundAnswer,
  OutboundClient,
  OutboundError,
  type OutboundMetrics,
  PLAIN_TLS,
  type ServiceAddress,
  type ServiceResolver,
  checkNames,
  fixedConnection,
  goErrorText,
} from '../outbound/index.js';
import type { UserInfo } from '../request/index.js';
import {
  type BackendConnections,
  type BackendLocation,
  MAX_HEADER_BYTES,
  type OutgoingRequest,
  portOf,
  targetOf,
} from '../proxy/index.js';
import { type ApiService, type ApiServices, type ExtensionServer, hasSameConnections } from './api-services.js';
import type { AggregationMetrics } from './aggregation-metrics.js';
import { ExtensionAgent } from './extension-agent.js';
import { userHeaders } from './user-headers.js';

/** The dependencies of the connections. */
export interface ExtensionServersParts {
  readonly services: ApiServices;
  readonly resolver: ServiceResolver;
  readonly identity: ClientIdentity;
  readonly clock: Clock;
  readonly outbound: OutboundMetrics;
  readonly metrics: AggregationMetrics;
}

/** A request of this server's own to an extension server. */
export interface OwnRequest {
  /** GET when not given. */
  readonly method?: 'GET' | 'DELETE';
  /** The path, encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The component that asks; the server as such when not given. */
  readonly user?: UserInfo;
  /** Milliseconds for all of it. */
  readonly timeout: number;
  /** The largest answer that is read, in bytes. */
  readonly maxAnswerBytes?: number;
  /** True if any certificate of the server is accepted. */
  readonly isUnverified?: boolean;
}

/** The user of this server's own requests (upstream: system:kube-aggregator). */
const AGGREGATOR = { name: 'system:kube-aggregator', groups: ['system:masters'] };
/** How long a server may take to answer when it is asked whether it is there, in milliseconds. */
const CHECK_MS = 5000;
/** After how long without success it is asked by further requests, in milliseconds. */
const PATIENCE_MS = 1000;
const MORE_ATTEMPTS = 4;
/** Connections to one server that wait for their next request. */
const IDLE_CONNECTIONS = 32;

/** Connections to one extension server, as it is registered and with the certificate it was shown. */
interface Connections {
  readonly server: ExtensionServer;
  readonly pair: KeyPair | undefined;
  readonly agent: ExtensionAgent;
}

/**
 * Reaches the servers behind API services; connections are used again.
 *
 * @internal
 * @example
 * const faultOf = (servers: ExtensionServers, server: ExtensionServer) => servers.faultOf(server, '/apis/a.example.com/v1');
 */
export class ExtensionServers implements BackendConnections<ServerLocation> {
  private readonly known = new Map<string, Connections>();

  constructor(private readonly parts: ExtensionServersParts) {
    parts.services.onChange(({ current, previous }) => {
      if (previous && !this.isStill(previous, current)) this.forget(previous.name);
    });
  }

  /** Returns the address of a server. Rejects with an Error in the reference's words where its service has none. */
  resolve({ namespace, name, port }: ExtensionServer): Promise<ServiceAddress> {
    return this.parts.resolver.resolve({ namespace, name, port });
  }

  /**
   * Reports whether the certificate of a server names it in its subject only, where it was accepted nevertheless, and
   * counts the request.
   */
  isNameless({ name }: DelegatedService): boolean {
    const isNameless = this.known.get(name)?.agent.isNameless ?? false;
    if (isNameless) this.parts.metrics.observeNamelessCertificate();
    return isNameless;
  }

  /** Starts a request to a server; the caller sends the body, and ends it. Only connecting has a timeout. */
  open(location: ServerLocation, { method, headers, signal }: OutgoingRequest): ClientRequest {
    const options: RequestOptions = {
      host: location.host,
      port: portOf(location),
      path: targetOf(location),
      method,
      headers,
      signal,
      agent: this.connectionsTo(location.service).agent,
      maxHeaderSize: MAX_HEADER_BYTES,
      servername: location.serverName,
    };
    const request = requestHttps(options);
    // Connections are kept without a header that says so, as Go's client does.
    if (headers.connection === undefined) request.removeHeader('connection');
    return request;
  }

  /**
   * Sends a request of this server's own and reads the whole answer. Fails with OutboundError when there is no answer, and with an
   * Error where its service has no address.
   */
  async send(server: ExtensionServer, request: OwnRequest): Promise<OutboundAnswer> {
    const { method = 'GET', path, timeout, maxAnswerBytes, user = AGGREGATOR, isUnverified = false } = request;
    const { host, port } = await this.resolve(server);
    const client = this.clientOf(server, { address: `${bracketed(host)}:${port}`, isUnverified, maxAnswerBytes });
    const named = flattened(userHeaders(user, false));
    try {
      return await client.send({ method, path, headers: { ...named, ...request.headers }, timeout });
    } finally {
      void client.close();
    }
  }

  /**
   * Asks a server for a document that it has to serve, whatever certificate it shows; returns the fault in the
   * reference's words, undefined when it answers. Several attempts, since one of several endpoints may be out of order.
   */
  async faultOf(server: ExtensionServer, path: string): Promise<string | undefined> {
    const first = this.attempt(server, path);
    if (await this.succeedsSoon(first)) return undefined;
    const others = Array.from({ length: MORE_ATTEMPTS }, () => this.attempt(server, path));
    return firstSuccess([first, ...others]);
  }

  /** Closes all connections. */
  close(): void {
    for (const name of [...this.known.keys()]) this.forget(name);
  }

  private async attempt(server: ExtensionServer, path: string): Promise<string | undefined> {
    let address: ServiceAddress;
    try {
      address = await this.resolve(server);
    } catch (error) {
      return (error as Error).message;
    }
    const { host, port } = address;
    const url = `https://${bracketed(host)}:${port}${path}`;
    const fault = await this.answerFault(server, { path, url, host, port: String(port) });
    return fault && `failing or missing response from ${url}: ${fault}`;
  }

  private async answerFault(
    server: ExtensionServer,
    { path, url, ...peer }: { path: string; url: string; host: string; port: string },
  ): Promise<string | undefined> {
    try {
      const { status } = await this.send(server, { path, timeout: CHECK_MS, isUnverified: true });
      return status >= 200 && status < 300 ? undefined : `bad status from ${url}: ${status}`;
    } catch (thrown) {
      const error = OutboundError.from(thrown);
      const late = error.fault === 'timeout' ? ' (Client.Timeout exceeded while awaiting headers)' : '';
      return `Get "${url}": ${goErrorText(error, peer)}${late}`;
    }
  }

  /** Reports whether an attempt has no fault; false as soon as it takes long. */
  private succeedsSoon(attempt: Promise<string | undefined>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const timer = this.parts.clock.schedule(PATIENCE_MS, () => resolve(false));
      attempt.finally(() => timer.cancel()).then((fault) => resolve(fault === undefined), reject);
    });
  }

  private clientOf(
    server: ExtensionServer,
    { address, isUnverified, maxAnswerBytes }: { address: string; isUnverified: boolean; maxAnswerBytes?: number },
  ): OutboundClient {
    const { certificate, key } = this.parts.identity.current ?? PLAIN_TLS;
    const isInsecure = isUnverified || server.isInsecure;
    const tls = { authority: server.authority, certificate, key, serverName: serverNameOf(server), isInsecure };
    // Services are inside the cluster: no proxy leads there.
    const source = fixedConnection({ server: `https://${address}/`, tls, proxyUrl: '' });
    const { clock, outbound: metrics } = this.parts;
    const limits = { maxConnections: 1, ...(maxAnswerBytes !== undefined && { maxAnswerBytes }) };
    return new OutboundClient(source, { clock, metrics, limits, environment: {} });
  }

  private connectionsTo({ name, server }: DelegatedService): Connections {
    const pair = this.parts.identity.current;
    const known = this.known.get(name);
    if (known && known.pair === pair && hasSameConnections(known.server, server)) return known;
    this.forget(name);
    const made = { server, pair, agent: this.agentFor(server, pair) };
    this.known.set(name, made);
    return made;
  }

  private agentFor(server: ExtensionServer, pair: KeyPair | undefined): ExtensionAgent {
    return new ExtensionAgent({
      keepAlive: true,
      maxFreeSockets: IDLE_CONNECTIONS,
      // Node would make a context for every connection, of some 30 kB.
      secureContext: createSecureContext({
        minVersion: 'TLSv1.2',
        ...(server.authority !== '' && { ca: server.authority }),
        ...(pair && { cert: pair.certificate, key: pair.key }),
      }),
      rejectUnauthorized: !server.isInsecure,
      checkServerIdentity: (host, shown) =>
        checkNames(host, shown, () => this.parts.metrics.observeNamelessCertificate()),
    });
  }

  private isStill(previous: ApiService, current: ApiService | undefined): boolean {
    return !previous.server || (!!current?.server && hasSameConnections(previous.server, current.server));
  }

  /** Connections without a request end; others when their requests do. */
  private forget(name: string): void {
    const known = this.known.get(name);
    if (!known) return;
    this.known.delete(name);
    for (const sockets of Object.values(known.agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
    known.agent.maxFreeSockets = 0;
  }
}

/** An API service that another server serves. */
export type DelegatedService = ApiService & { readonly server: ExtensionServer };

/** Where a request to an extension server is sent. */
export interface ServerLocation extends BackendLocation {
  readonly service: DelegatedService;
}

/** Returns the name that the certificate of a server is made out to. */
export function serverNameOf({ namespace, name }: ExtensionServer): string {
  return `${name}.${namespace}.svc`;
}

/** Undefined as soon as one of several attempts has no fault, otherwise the fault of the last. */
function firstSuccess(attempts: readonly Promise<string | undefined>[]): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let left = attempts.length;
    const settle = (fault: string | undefined): void => {
      left--;
      if (fault === undefined || left === 0) resolve(fault);
    };
    for (const attempt of attempts) attempt.then(settle, reject);
  });
}

/** Returns a host as URLs have it: IPv6 addresses in brackets. */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function flattened(headers: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.join(', ')]));
}
