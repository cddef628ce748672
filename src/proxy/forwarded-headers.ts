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
  const headers = withoutCredentials(headersOf(request.rawHeaders));
  const spent = connectionHeaders(headers);
  for (const name of Object.keys(headers)) if (HOP_BY_HOP.has(name) || spent.has(name)) delete headers[name];
  // The body was requested with the 100 Continue response.
  delete headers.expect;
  return withForwardedFor(headers, request);
}

/** The same for a request that asks for another protocol: what it says of its connection is for the next as well. */
export function upgradeHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const headers = withoutCredentials(headersOf(request.rawHeaders));
  const protocols = headers[SOCKET_PROTOCOL];
  if (protocols) headers[SOCKET_PROTOCOL] = [withoutTokens(protocols).join(', ')];
  return withForwardedFor(headers, request);
}

/** Returns the response headers to forward; CORS headers are the server's own. */
export function answerHeaders(rawHeaders: readonly string[]): Headers {
  const headers = headersOf(rawHeaders);
  const spent = connectionHeaders(headers);
  for (const name of Object.keys(headers)) {
    if (HOP_BY_HOP.has(name) || spent.has(name) || name.startsWith('access-control-allow-')) delete headers[name];
  }
  return headers;
}

/** Headers by name, all values of each. */
function headersOf(raw: readonly string[]): Headers {
  const headers = Object.create(null) as Headers;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i].toLowerCase();
    if (!name.startsWith(':')) (headers[name] ??= []).push(raw[i + 1]);
    else if (name === ':authority') headers.host = [raw[i + 1]];
  }
  return headers;
}

function connectionHeaders({ connection = [] }: Headers): ReadonlySet<string> {
  return new Set(connection.flatMap((value) => value.split(',')).map((name) => name.trim().toLowerCase()));
}

function withoutCredentials(headers: Headers): Headers {
  for (const name of Object.keys(headers)) {
    if (CREDENTIALS.has(name) || CREDENTIAL_PREFIXES.some((prefix) => name.startsWith(prefix))) delete headers[name];
  }
  return headers;
}

/** Subprotocols of WebSockets without those that carry a token. */
export function withoutTokens(protocols: readonly string[]): string[] {
  const all = protocols.flatMap((value) => value.split(',')).map((protocol) => protocol.trim());
  return all.filter((protocol) => !protocol.startsWith(TOKEN_PROTOCOL));
}

/** The headers to send, with the client's address added. Node takes `Host` as one text only. */
function withForwardedFor({ host, ...headers }: Headers, { socket }: IncomingMessage): OutgoingHttpHeaders {
  const outgoing: OutgoingHttpHeaders = host === undefined ? headers : { host: host[0], ...headers };
  if (socket.remoteAddress === undefined) return outgoing;
  return { ...outgoing, 'x-forwarded-for': [...(headers['x-forwarded-for'] ?? []), socket.remoteAddress].join(', ') };
}
