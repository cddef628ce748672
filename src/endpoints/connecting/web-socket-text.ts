import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { WebSocket } from 'ws';
import { type UpgradeResponse, acceptWebSocket, offeredProtocols } from '../../proxy/index.js';
import type { RequestContext } from '../request-context.js';

/** How the bytes of a text are sent as messages. */
interface TextProtocol {
  /** The subprotocol; undefined if the client offers none. */
  readonly name?: string;
  /** True if messages are text: the bytes in base64. */
  readonly isEncoded: boolean;
}

/** The subprotocols for one stream to the client (upstream: wsstream.NewDefaultReaderProtocols). */
const PROTOCOLS: readonly TextProtocol[] = [
  { name: 'binary.k8s.io', isEncoded: false },
  { name: 'base64.binary.k8s.io', isEncoded: true },
];

const NORMAL = 1000;

/**
 * Sends a text over a WebSocket: an empty message, then one per piece, no faster than the client reads. Messages of the
 * client are ignored. 403 if it offers unknown subprotocols only. A text that breaks off ends the connection without a
 * close frame (upstream: wsstream.Reader).
 */
export async function sendMessages(text: Readable, context: RequestContext, response: UpgradeResponse): Promise<void> {
  const protocol = chooseProtocol(offeredProtocols(context.request));
  // The request may be aborted before anything is read.
  text.on('error', () => {});
  if (!protocol) {
    text.destroy();
    context.writeHead(403, {});
    return void response.end();
  }
  const socket = await acceptWebSocket(context.request, response, protocol.name).catch(() => undefined);
  if (!socket) return void text.destroy();
  await copyText(text, socket, { context, protocol });
}

function chooseProtocol(offered: readonly string[]): TextProtocol | undefined {
  if (offered.length === 0) return { isEncoded: false };
  const chosen = offered.find((name) => PROTOCOLS.some((protocol) => protocol.name === name));
  return PROTOCOLS.find(({ name }) => name === chosen);
}

/** Resolves when the connection has ended. */
async function copyText(
  text: Readable,
  socket: WebSocket,
  { context, protocol: { isEncoded } }: { context: RequestContext; protocol: TextProtocol },
): Promise<void> {
  const closed = once(socket, 'close');
  socket.on('error', () => socket.terminate());
  try {
    await send(socket, isEncoded ? '' : Buffer.alloc(0));
    for await (const chunk of text as AsyncIterable<Buffer>) {
      const message = isEncoded ? chunk.toString('base64') : chunk;
      context.countSent(message.length);
      await send(socket, message);
    }
    socket.close(NORMAL);
  } catch {
    socket.terminate();
  }
  await closed;
}

/** Resolves when a message has been handed to the connection; rejects when that has ended. */
function send(socket: WebSocket, message: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => socket.send(message, (error) => (error ? reject(error) : resolve())));
}
