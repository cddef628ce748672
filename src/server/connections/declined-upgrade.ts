import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { type RequestInfo, mayUpgrade, parseRequestInfo, readQuery, readTarget } from '../../request/index.js';

/** A request that asks for another protocol, as Node hands it over: its connection is no longer read. */
export interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Socket;
  /** The data received after its headers. */
  readonly head: Buffer;
}

/** Reports whether other servers serve a path. */
export type IsDelegated = (path: string) => boolean;

/**
 * Reports whether a request may get the protocol it asks for: its path leads to connections or to another server, or it
 * is a watch or a log over a WebSocket, and no body comes first.
 */
export function wantsConnection(request: IncomingMessage, isDelegated: IsDelegated): boolean {
  if (hasBody(request)) return false;
  const { url = '/', method = 'GET', headers } = request;
  const target = readTarget(url);
  if (!target) return false;
  if (isDelegated(target.path)) return true;
  const info = parseRequestInfo(method, target.path, readQuery(target.query));
  return mayUpgrade(info) || (headers.upgrade?.toLowerCase() === 'websocket' && isStream(info));
}

/** Reports whether a body follows the headers of a request. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reports whether a response may be sent as messages. */
function isStream({ verb, subresource }: RequestInfo): boolean {
  return verb === 'watch' || (verb === 'get' && subresource === 'log');
}

/**
 * Continues in the protocol of the request, as servers may (RFC 9110, 7.8): the request is put back on the connection
 * without the upgrade header and parsed again, with the data after it.
 */
export function declineUpgrade(server: Pick<Server, 'emit'>, { request, socket, head }: UpgradeRequest): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  const { rawHeaders } = request;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!WISH.has(rawHeaders[i].toLowerCase())) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  }
  if (/\bclose\b/i.test(request.headers.connection ?? '')) lines.push('Connection: close');
  // Nothing of the connection's former reader applies: it may have set the timeout between requests.
  socket.setTimeout(0);
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
}

/** The headers of the wish; nothing else that is said of a connection matters here, but that it is to be closed. */
const WISH: ReadonlySet<string> = new Set(['upgrade', 'connection']);
