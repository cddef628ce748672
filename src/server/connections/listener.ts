import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SecureContextOptions, Server } from 'node:tls';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { MAX_BODY_BYTES, type MaybePromise } from '../../apimachinery/index.js';
import type { ServingOptions } from '../../options/index.js';
import { Http2Request } from './http2-request.js';
import { Http2Response } from './http2-response.js';
import { MAX_HEADER_BYTES, http2Limits } from './http2-limits.js';

/** Handles a request; must not throw or reject. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => MaybePromise<void>;

/** Certificates of the listener, in PEM. */
export interface ListenerCertificates {
  readonly certificate: string;
  readonly key: string;
  /** Authorities whose client certificates are believed. */
  readonly clientAuthorities: readonly string[];
}

/**
 * Returns the Fastify adapter for Nest: TLS with HTTP/2 and HTTP/1.1 on one port (ALPN). The request listener is
 * replaced by the pipeline; its router gets what the pipeline hands over (`NestRouter`).
 */
export function createAdapter(serving: ServingOptions, certificates: ListenerCertificates): FastifyAdapter {
  return new FastifyAdapter({
    http2: true,
    http2SessionTimeout: 0,
    https: {
      allowHTTP1: true,
      // From Node 24 on it would be Node that refuses a request without a host, in other words.
      requireHostHeader: false,
      // Node's HTTP servers do so by themselves; with HTTP/2 on the port answers would wait for acknowledgements.
      noDelay: true,
      ...secureContext(serving, certificates),
      requestCert: true,
      rejectUnauthorized: false,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      ...http2Limits(serving.http2MaxStreamsPerConnection),
      Http2ServerRequest: Http2Request,
      Http2ServerResponse: Http2Response,
    },
    forceCloseConnections: true,
    ...routerOptions,
  } as never);
}

/** In place of Fastify's compilers of schemas, which take long to load: routes validate by Nest's pipes. */
function refuseSchemas(): never {
  throw new Error('routes with a Fastify schema are not supported; validate with a pipe of Nest');
}

/** The options of every Fastify instance, for the routes of controllers. */
export const routerOptions = {
  exposeHeadRoutes: false,
  bodyLimit: MAX_BODY_BYTES,
  // The router's own answer to longer parameters is no Status; the size of headers bounds them.
  routerOptions: { maxParamLength: MAX_HEADER_BYTES },
  schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
};

/** Replaces the certificates for new connections of a listener. */
export function renewContext(server: object, serving: ServingOptions, certificates: ListenerCertificates): void {
  // Fastify's types do not include TLS.
  (server as Server).setSecureContext(secureContext(serving, certificates));
}

function secureContext(serving: ServingOptions, certificates: ListenerCertificates): SecureContextOptions {
  return {
    cert: certificates.certificate,
    key: certificates.key,
    ca: [...certificates.clientAuthorities],
    minVersion: TLS_VERSIONS[serving.tlsMinVersion] ?? 'TLSv1.2',
    ...(serving.tlsCipherSuites.length > 0 && { ciphers: serving.tlsCipherSuites.join(':') }),
  };
}

/** How long a client may take to agree on TLS, in milliseconds. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

const TLS_VERSIONS: Readonly<Record<string, 'TLSv1.2' | 'TLSv1.3'>> = {
  VersionTLS12: 'TLSv1.2',
  VersionTLS13: 'TLSv1.3',
};

/** Where a server listens: at an address, or on a socket that another process has bound and passed on. */
export type ListenTarget =
  { readonly port: number; readonly host?: string } | { readonly fd: number; readonly insecureFd?: number };

/** Returns the options with which a server listens; those of the server count where no other place is given. */
export function listenOptions(
  target: ListenTarget | undefined,
  { securePort, bindAddress }: Pick<ServingOptions, 'securePort' | 'bindAddress'>,
): { port?: number; host: string; fd?: number } {
  const { insecureFd: _insecure, ...place } = { insecureFd: undefined, ...(target ?? { port: securePort }) };
  return { host: bindAddress, ...place };
}

/** Returns the socket for requests without TLS that another process has bound, where there is one. */
export function insecureFdOf(target: ListenTarget | undefined): number | undefined {
  return target && 'fd' in target ? target.insecureFd : undefined;
}

/** Returns the port a server listens on. */
export function portOf(server: { address(): string | AddressInfo | null }): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
