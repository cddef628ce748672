import { isIPv6 } from 'node:net';

/**
 * The kind of server, which determines the credentials and the verification: a kubelet gets the server's client
 * certificate and must be the expected node, if there is an authority to verify it; others are not verified.
 *
 * @public
 * @example
 * const peer: Peer = 'workload';
 */
export type Peer = 'kubelet' | 'unverified kubelet' | 'workload';

/**
 * Where a forwarded request is sent.
 *
 * @public
 * @example
 * const location: BackendLocation = { scheme: 'http', host: '10.0.0.7', port: '80', path: '/', query: '' };
 */
export interface BackendLocation {
  readonly scheme: 'http' | 'https';
  /** Name or address; certificates have to be made out to it, where they need no other name. */
  readonly host: string;
  /** The name that certificates have to be made out to in place of the host. */
  readonly serverName?: string;
  /** The addresses the name was found to have, and no others are connected to; the name is looked up without them. */
  readonly addresses?: readonly string[];
  /** Number of the port; empty for that of the scheme. */
  readonly port: string;
  /** The path, not encoded. */
  readonly path: string;
  /** The query as it is sent, without the question mark. */
  readonly query: string;
}

/**
 * The destination of a forwarded request.
 *
 * @public
 * @example
 * const destination: Destination = { scheme: 'http', host: '10.0.0.7', port: '80', path: '/', query: '', peer: 'workload' };
 */
export interface Destination extends BackendLocation {
  readonly peer: Peer;
}

const DEFAULT_PORTS = { http: '80', https: '443' } as const;

/** Returns the port of a destination as a text. */
export function portOf({ scheme, port }: BackendLocation): string {
  return port === '' ? DEFAULT_PORTS[scheme] : port;
}

/** Returns host and port as URLs and Go's errors show them. */
export function hostPortOf(destination: BackendLocation): string {
  const { host } = destination;
  return `${isIPv6(host) ? `[${host}]` : host}:${portOf(destination)}`;
}

/** Returns the request target: the path, encoded, and the query. */
export function targetOf({ path, query }: BackendLocation): string {
  return `${escapePath(path.startsWith('/') ? path : `/${path}`)}${query === '' ? '' : `?${escapeQuery(query)}`}`;
}

/** Returns the whole URL, as messages show it. */
export function urlOf(destination: BackendLocation): string {
  return `${destination.scheme}://${hostPortOf(destination)}${targetOf(destination)}`;
}

/** Encodes a path as Go does: every byte but letters, digits and the signs that separate nothing. */
export function escapePath(path: string): string {
  if (/^[A-Za-z0-9\-_.~$&+,/:;=@]*$/.test(path)) return path;
  let escaped = '';
  for (const byte of Buffer.from(path)) escaped += PLAIN_BYTES[byte] ?? `%${HEX[byte]}`;
  return escaped;
}

/** A query is forwarded unchanged, except for bytes that are invalid in a request line. */
function escapeQuery(query: string): string {
  return query.replace(/[^\x21-\x7e]/g, (char) => `%${HEX[char.charCodeAt(0) & 0xff]}`);
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

const PLAIN_BYTES = HEX.map((_, byte) => {
  const char = String.fromCharCode(byte);
  return /[A-Za-z0-9\-_.~$&+,/:;=@]/.test(char) ? char : undefined;
});
