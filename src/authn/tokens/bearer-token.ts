import type { IncomingHttpHeaders } from 'node:http';
import { CredentialError } from '../credential-error.js';

const SOCKET_PROTOCOL = 'base64url.bearer.authorization.k8s.io.';

const EXTRA_SPACE = 'the provided Authorization header contains extra space before the bearer token, and is ignored';

/**
 * Returns the token of an `Authorization: Bearer` header; undefined when there is none. An ignored one is
 * reported as a warning.
 */
export function bearerTokenOf(headers: IncomingHttpHeaders, warn?: (text: string) => void): string | undefined {
  const header = headers.authorization;
  if (header === undefined) return undefined;
  const text = header.trim();
  const schemeEnd = text.indexOf(' ');
  if (schemeEnd < 0 || text.slice(0, schemeEnd).toLowerCase() !== 'bearer') return undefined;
  const tokenEnd = text.indexOf(' ', schemeEnd + 1);
  const token = text.slice(schemeEnd + 1, tokenEnd < 0 ? text.length : tokenEnd);
  if (token === '') warn?.(EXTRA_SPACE);
  return token || undefined;
}

/**
 * Returns the token that browsers, which cannot set headers on WebSockets, send among the subprotocols; undefined when
 * there is none. Throws CredentialError if it cannot be decoded.
 */
export function webSocketTokenOf(headers: IncomingHttpHeaders): string | undefined {
  if (headers.upgrade?.toLowerCase() !== 'websocket') return undefined;
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((p) => p.trim());
  const carriers = protocols.filter((p) => p.startsWith(SOCKET_PROTOCOL));
  if (carriers.length === 0) return undefined;
  if (carriers.length > 1) throw new CredentialError('multiple base64.bearer.authorization tokens specified');
  if (protocols.length === 1) throw new CredentialError('missing additional subprotocol');
  return Buffer.from(carriers[0].slice(SOCKET_PROTOCOL.length), 'base64url').toString() || undefined;
}

/** Returns the tokens a request carries, well-formed or not: secrets that no log line may repeat. */
export function tokensOf(headers: IncomingHttpHeaders): readonly string[] {
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
  const carried = protocols
    .filter((protocol) => protocol.startsWith(SOCKET_PROTOCOL))
    .map((protocol) => protocol.slice(SOCKET_PROTOCOL.length));
  const decoded = carried.map((text) => Buffer.from(text, 'base64url').toString());
  const [, ...credentials] = (headers.authorization ?? '').trim().split(' ');
  return [...credentials, ...carried, ...decoded].filter((text) => text !== '');
}
