import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** Headers of one connection, which are not for the next (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** Headers that say who asks: they are for this server alone. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'authorization',
  'impersonate-user',
  'impersonate-group',
  'impersonate-uid',
  'x-remote-user',
  'x-remote-group',
  'x-remote-uid',
]);

const CREDENTIAL_PREFIXES = ['impersonate-extra-', 'x-remote-extra-'];

const SOCKET_PROTOCOL = 'sec-websocket-protocol';
const TOKEN_PROTOCOL = 'base64url.bearer.authorization.k8s.io.';

type Headers = Record<string, string[]>;

/** Returns the headers to forward, by their names in lower case. */
export function forwardedHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  return withForwardedFor(withoutSpent(headersOf(request.rawHeaders, isForwarded)), request);
}

/** Returns the same for a request that asks for another protocol: its connection headers are for the next hop as well. */
export function upgradeHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const headers = headersOf(request.rawHeaders, (name) => !isCredential(name));
  const protocols = headers[SOCKET_PROTOCOL];
  if (protocols) headers[SOCKET_PROTOCOL] = [withoutTokens(protocols).join(', ')];
  return withForwardedFor(headers, request);
}

/** Returns the response headers to forward; CORS headers are the server's own. */
export function answerHeaders(answer: IncomingMessage): Headers {
  return withoutSpent(headersOf(answer.rawHeaders, isAnswered));
}

/** The Connection header is needed until those it names are known. */
const isHop = (name: string): boolean => HOP_BY_HOP.has(name) && name !== 'connection';

/** The body was requested with the 100 Continue response. */
const isForwarded = (name: string): boolean => !isHop(name) && name !== 'expect' && !isCredential(name);

const isAnswered = (name: string): boolean => !isHop(name) && !name.startsWith('access-control-allow-');

/** Headers by name that are accepted, all values of each. */
function headersOf(raw: readonly string[], accepts: (name: string) => boolean): Headers {
  const headers: Headers = Object.create(null) as Headers;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i].toLowerCase();
    if (name === ':authority') headers.host = [raw[i + 1]];
    else if (!name.startsWith(':') && accepts(name)) add(headers, name, raw[i + 1]);
  }
  return headers;
}

function add(headers: Headers, name: string, value: string): void {
  const values = headers[name];
  if (values === undefined) headers[name] = [value];
  else values.push(value);
}

/** Deletes the Connection header, and those it names: they are not for the next connection. */
function withoutSpent(headers: Headers): Headers {
  const { connection } = headers;
  if (connection === undefined) return headers;
  delete headers.connection;
  for (const value of connection) {
    if (value !== 'keep-alive') for (const name of value.split(',')) delete headers[name.trim().toLowerCase()];
  }
  return headers;
}

function isCredential(name: string): boolean {
  return CREDENTIALS.has(name) || CREDENTIAL_PREFIXES.some((prefix) => name.startsWith(prefix));
}

/** Returns subprotocols of WebSockets without those that carry a token. */
export function withoutTokens(protocols: readonly string[]): string[] {
  const all = protocols.flatMap((value) => value.split(',')).map((protocol) => protocol.trim());
  return all.filter((protocol) => !protocol.startsWith(TOKEN_PROTOCOL));
}

/** The headers to send, with the client's address added. Node takes `Host` as one text only. */
function withForwardedFor(headers: OutgoingHttpHeaders, { socket }: IncomingMessage): OutgoingHttpHeaders {
  const { host, 'x-forwarded-for': before } = headers as Headers;
  if (host !== undefined) headers.host = host[0];
  const address = socket.remoteAddress;
  if (address !== undefined) headers['x-forwarded-for'] = before ? [...before, address].join(', ') : address;
  return headers;
}
