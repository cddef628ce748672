import type { MaybePromise } from '../../apimachinery/index.js';

/** The channel of a watch: the response to its request, or the WebSocket it was upgraded to. */
export interface EventChannel {
  /** Grants the request; nothing can be refused afterwards. To be called first, once. */
  open(): MaybePromise<void>;
  /** Sends a frame of the stream. */
  send(frame: Buffer): void;
  /** Bytes that were sent and that the client has not taken yet. */
  readonly heldBytes: number;
  /** Resolves when there is room for more, or the client is gone. */
  drained(): Promise<void>;
  /** Ends the stream in order, behind all that was sent. */
  end(): MaybePromise<void>;
  /** Aborts the stream: the rest cannot be sent any more. */
  abort(): void;
}
