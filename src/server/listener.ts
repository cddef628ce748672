import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SecureContextOptions, Server } from 'node:tls';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { MaybePromise } from '../apimachinery/index.js';
import type { ServingOptions } from '../options/index.js';
import { http2Limits } from './connections/index.js';

/** Answers a request; must not throw or reject. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => MaybePromise<void>;

/** Certificates of the listener, in PEM. */
export interface ListenerCertificates {
  readonly certificate: string;
  readonly key: string;
  /** Authorities whose client certificates are believed. */
  readonly clientAuthorities: readonly string[];
}

/**
 * The Fastify adapter for Nest: TLS with HTTP/2 and HTTP/1.1 on one port (ALPN). Fastify routes every path to one
 * handler and leaves request and response alone: bodies, answers and errors are the pipeline's.
 */
export function createAdapter(serving: ServingOptions, certificates: ListenerCertificates): FastifyAdapter {
  return new FastifyAdapter({
    http2: true,
    http2SessionTimeout: 0,
    https: {
      allowHTTP1: true,
      // Node's HTTP servers do so by themselves; with HTTP/2 on the port answers would wait for acknowledgements.
      noDelay: true,
      ...secureContext(serving, certificates),
      requestCert: true,
      rejectUnauthorized: false,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      ...http2Limits(serving.http2MaxStreamsPerConnection),
    },
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
  } as never);
}

/** In place of Fastify's compilers of schemas, which take long to load: requests pass its routes by. */
function refuseSchemas(): never {
  throw new Error('no route has a schema');
}

/** Lets new connections of a listener be made with other certificates. */
export function renewContext(server: object, serving: ServingOptions, certificates: ListenerCertificates): void {
  // Fastify's types tell nothing of TLS.
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

/** The port a server listens on. */
export function portOf(server: { address(): string | AddressInfo | null }): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
