import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { badRequest } from '../../apimachinery/index.js';
import type { StreamSerializer } from '../../codecs/index.js';
import { type UpgradeResponse, acceptWebSocket, offeredProtocols } from '../../proxy/index.js';
import type { RequestContext } from '../request-context.js';
import type { EventChannel } from './event-channel.js';

const NORMAL = 1000;

/** The request of a WebSocket, and its content. */
export interface WebSocketOrder {
  readonly response: UpgradeResponse;
  readonly stream: StreamSerializer;
}

/**
 * A WebSocket with one message per event, as text or as bytes by the format (upstream: WatchServer.HandleWS). Messages
 * of the client are ignored.
 */
export class WebSocketChannel implements EventChannel {
  private readonly protocol: string | undefined;
  private socket: WebSocket | undefined;
  private unsent = 0;
  private onSent: (() => void) | undefined;

  constructor(
    private readonly context: RequestContext,
    private readonly order: WebSocketOrder,
  ) {
    const [protocol, ...others] = offeredProtocols(context.request);
    if (others.length > 0) throw badRequest('a watch over a WebSocket takes one subprotocol at most');
    this.protocol = protocol;
  }

  async open(): Promise<void> {
    const accepted = acceptWebSocket(this.context.request, this.order.response, this.protocol);
    // A rejected client has got its response, or has disconnected: the connection ends, and the watch with it.
    this.socket = await accepted.catch(() => undefined);
    // So it does where messages are malformed.
    this.socket?.on('error', () => {});
  }

  send(frame: Buffer): void {
    const { stream } = this.order;
    if (!this.socket) return;
    const message = stream.message(frame);
    this.context.countSent(message.length);
    this.unsent += 1;
    this.socket.send(message, { binary: !stream.isText }, () => this.noteSent());
  }

  get heldBytes(): number {
    return this.socket?.bufferedAmount ?? 0;
  }

  async drained(): Promise<void> {
    if (this.unsent > 0) await new Promise<void>((resolve) => (this.onSent = resolve));
  }

  async end(): Promise<void> {
    const { socket } = this;
    if (!socket || socket.readyState === socket.CLOSED) return;
    const closed = once(socket, 'close');
    socket.close(NORMAL);
    await closed;
  }

  abort(): void {
    // Its connection is that of the WebSocket.
    this.context.response.destroy();
  }

  private noteSent(): void {
    this.unsent -= 1;
    if (this.unsent === 0) this.onSent?.();
  }
}
