import { type ClientRequest, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { type LookupFunction, type Socket, isIP, isIPv6 } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { MAX_HEADER_BYTES } from './limits.js';
import { DialTimeout } from './backend-fault.js';
import { type KubeletCredentials, KubeletTls } from './kubelet-tls.js';
import { type BackendLocation, type Destination, type Peer, portOf, targetOf } from './destination.js';
import { SharedContexts } from './shared-contexts.js';

/** A request to forward, except for its body. */
export interface OutgoingRequest {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** Opens requests to backends. */
export interface BackendConnections<D extends BackendLocation = Destination> {
  /**
   * Starts a request; the caller sends the body, and ends it. Only connecting has a timeout. Throws when a file of the
   * credentials cannot be read.
   */
  open(destination: D, request: OutgoingRequest): ClientRequest;
}

/** How long connecting to anything but a kubelet may take, in milliseconds. */
export const DIAL_MS = 30_000;
/** How often a peer is asked whether it is still there, when nothing is said, in milliseconds. */
const KEEP_ALIVE_MS = 30_000;

/**
 * Opens requests to backends. Each has its own connection: a request cannot depend on the one before it, and
 * closing a connection affects nothing else.
 */
export class Backends implements BackendConnections {
  private readonly tls: KubeletTls;
  private readonly contexts = new SharedContexts();

  constructor(private readonly kubelet: KubeletCredentials) {
    this.tls = new KubeletTls(kubelet);
  }

  open(destination: Destination, { method, headers, signal }: OutgoingRequest): ClientRequest {
    const isTls = destination.scheme === 'https';
    const options: RequestOptions = {
      host: destination.host,
      port: portOf(destination),
      path: targetOf(destination),
      method,
      headers,
      signal,
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      ...(destination.addresses && { lookup: pinned(destination.addresses) }),
      // Node would take the name that the certificate has to fit from the Host header, which is the client's.
      ...(isTls && { ...this.tlsFor(destination.peer), servername: isIP(destination.host) ? '' : destination.host }),
    };
    const request = isTls ? requestHttps(options) : requestHttp(options);
    const ms = destination.peer === 'workload' ? DIAL_MS : this.kubelet.timeout || DIAL_MS;
    request.once('socket', (socket) => limitConnecting(socket, { isTls, ms }));
    return request;
  }

  private tlsFor(peer: Peer): Pick<ConnectionOptions, 'secureContext' | 'rejectUnauthorized'> {
    const { rejectUnauthorized, ...material } = this.tls.for(peer);
    return { rejectUnauthorized, secureContext: this.contexts.of(peer, material) };
  }
}

/** A lookup that answers what was found, and checked, before. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all }, done) => (all ? done(null, found) : done(null, found[0].address, found[0].family));
}

/** Ends a connection that is not made in time, and asks its peer from then on whether it is still there. */
export function limitConnecting(socket: Socket, { isTls, ms }: { isTls: boolean; ms: number }): void {
  const timer = setTimeout(() => socket.destroy(new DialTimeout()), ms);
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
  });
  socket.once('close', () => clearTimeout(timer));
}
