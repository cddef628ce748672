import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { withoutTokens } from './forwarded-headers.js';
import type { UpgradeResponse } from './upgrade-response.js';

/** Most bytes of one message that is read. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Returns the subprotocols of WebSockets that a request asks for; none where it asks for something else. */
export function webSocketProtocols({ headers }: IncomingMessage): string[] {
  if (headers.upgrade?.toLowerCase() !== 'websocket') return [];
  return (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
}

/** Returns the subprotocols that a request offers, without those that carry a token. */
export function offeredProtocols(request: IncomingMessage): string[] {
  return withoutTokens(webSocketProtocols(request)).filter((protocol) => protocol !== '');
}

/** Grants a request for a WebSocket, with a subprotocol where one is chosen. Rejects, with the connection ended, where it is malformed. */
export async function acceptWebSocket(
  request: IncomingMessage,
  response: UpgradeResponse,
  protocol: string | undefined,
): Promise<WebSocket> {
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  // One of the subprotocols has a name that is no token, and the library would refuse it.
  delete request.headers['sec-websocket-protocol'];
  if (protocol !== undefined) server.on('headers', (lines) => void lines.push(`Sec-WebSocket-Protocol: ${protocol}`));
  const connection = response.take(101);
  return new Promise((resolve, reject) => {
    server.on('wsClientError', (error, socket) => {
      socket.once('finish', () => socket.destroy());
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      reject(error);
    });
    // The library says nothing of one that has gone meanwhile.
    connection.once('close', () => reject(new Error('the client has gone')));
    server.handleUpgrade(request, connection, Buffer.alloc(0), resolve);
  });
}
