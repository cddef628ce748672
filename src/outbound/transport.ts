import type { ConnectionOptions } from 'node:tls';
import type { Dispatcher } from 'undici';
import { checkNames } from './certificate-fault.js';
import type { Route, TlsSettings } from './connection.js';
import type { OutboundMetrics } from './outbound-metrics.js';
import { proxyFromEnvironment, type Environment } from './proxy-rules.js';

/** The limits of connections to one server. */
export interface TransportLimits {
  /** Connections at a time; what is beyond waits. */
  readonly maxConnections: number;
  /** The largest answer that is read, in bytes; -1 for any. */
  readonly maxAnswerBytes: number;
  /** Milliseconds in which a connection has to be made. */
  readonly connectTimeout: number;
}

/** The parameters of a transport. */
export interface TransportParts {
  readonly limits: TransportLimits;
  readonly environment: Environment;
  readonly metrics: OutboundMetrics;
}

/** Makes what carries requests along a route; the library is loaded with the first. */
export async function openTransport(
  route: Route,
  { limits, environment, metrics }: TransportParts,
): Promise<Dispatcher> {
  const { Agent, ProxyAgent } = await import('undici');
  const { maxConnections, maxAnswerBytes, connectTimeout } = limits;
  const common = { connections: maxConnections, maxResponseSize: maxAnswerBytes };
  const tls = { ...tlsOptions(route.tls, metrics), timeout: connectTimeout };
  const proxy = route.proxyUrl || proxyFromEnvironment(route.server, environment);
  if (proxy === undefined) return new Agent({ ...common, connect: tls });
  // As everywhere, only encrypted requests go through a tunnel.
  const proxyTunnel = route.server.startsWith('https:');
  return new ProxyAgent({ ...common, uri: proxy, proxyTunnel, requestTls: tls, proxyTls: { timeout: connectTimeout } });
}

function tlsOptions(
  { authority, certificate, key, serverName, isInsecure }: TlsSettings,
  metrics: OutboundMetrics,
): ConnectionOptions {
  return {
    ...(authority !== '' && { ca: authority }),
    ...(certificate !== '' && { cert: certificate, key }),
    ...(serverName !== '' && { servername: serverName }),
    rejectUnauthorized: !isInsecure,
    minVersion: 'TLSv1.2',
    checkServerIdentity: (host, certificate) =>
      checkNames(host, certificate, () => metrics.observeNamelessCertificate()),
  };
}
