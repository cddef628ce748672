import { isIP, type Socket } from 'node:net';
import { type TLSSocket, connect } from 'node:tls';
import type { CarrierParts } from '../carrier.js';
import type { Route } from '../connection.js';
import { OutboundError } from '../outbound-error.js';
import { proxyFromEnvironment } from '../proxy-rules.js';
import { tlsOptions } from '../tls-options.js';

/** The protocols of HTTP as TLS names them (ALPN). */
export type Protocol = 'h2' | 'http/1.1';

/** Reports whether connections of a route can be made by `dial`: not through a SOCKS proxy, and not without TLS. */
export function canDial({ server, proxyUrl }: Route, { environment }: CarrierParts): boolean {
  const proxy = proxyUrl || proxyFromEnvironment(server, environment);
  return server.startsWith('https:') && !proxy?.startsWith('socks5:');
}

/**
 * Creates an encrypted connection along a route, through its proxy where it has one; `alpnProtocol` of the socket is what the
 * server has chosen among `protocols`. Fails as Node and the library do, with OutboundError, or with the reason of `signal` when
 * that gives it up.
 */
export async function dial(
  route: Route,
  protocols: readonly Protocol[],
  { signal, ...parts }: CarrierParts & { readonly signal: AbortSignal },
): Promise<TLSSocket> {
  const { hostname, port: given } = new URL(route.server);
  const port = given || '443';
  const host = hostname.replace(/^\[|\]$/g, '');
  const proxy = route.proxyUrl || proxyFromEnvironment(route.server, parts.environment);
  const { connectTimeout } = parts.limits;
  const tunnel =
    proxy === undefined
      ? undefined
      : await openTunnel(proxy, `${hostname}:${port}`, { timeout: connectTimeout, signal });
  const socket = connect({
    ...(isIP(host) === 0 && { servername: host }),
    ...tlsOptions(route.tls, parts.metrics),
    ...(tunnel ? { socket: tunnel, host } : { host, port: Number(port) }),
    ALPNProtocols: [...protocols],
  });
  const giveUp = (): void => void socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  await secured(socket, connectTimeout).finally(() => signal.removeEventListener('abort', giveUp));
  return socket;
}

function secured(socket: TLSSocket, timeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setNoDelay(true);
    socket.setTimeout(timeout, () => socket.destroy(new OutboundError('timeout', 'no connection in time')));
    socket.once('error', reject);
    socket.once('close', () => reject(new OutboundError('reset', 'connection reset by peer')));
    socket.once('secureConnect', () => {
      socket.setTimeout(0);
      resolve();
    });
  });
}

async function openTunnel(
  proxy: string,
  target: string,
  { timeout, signal }: { readonly timeout: number; readonly signal: AbortSignal },
): Promise<Socket> {
  const { Client } = await import('undici');
  const { origin, username, password } = new URL(proxy);
  const client = new Client(origin, { connect: { timeout } });
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const headers = { host: target, ...(username !== '' && { 'proxy-authorization': `Basic ${credentials}` }) };
  const { statusCode, socket } = await client.connect({ path: target, headers, signal });
  if (statusCode === 200) return socket as Socket;
  socket.on('error', () => {}).destroy();
  throw new OutboundError('connection', `the proxy answered with status code ${statusCode}`);
}
