import type { Writable } from 'node:stream';
import { encode } from './codec.js';
import { LENGTH_BYTES } from './frame-reader.js';
import { FULL_FRAME_BYTES } from './protocol.js';

/** The stream of a channel, as far as it is written to. */
export type ChannelOutput = Pick<Writable, 'write' | 'cork' | 'uncork' | 'writableLength' | 'destroyed'>;

/** The settings of an outbox. */
export interface OutboxSettings {
  readonly output: ChannelOutput;
  /** The kind of the frames in which messages are gathered. */
  readonly kind: number;
  /** Called before what was gathered is written. */
  readonly onFlush: () => void;
}

/**
 * The messages that one side of a channel sends in a turn of the event loop: they are gathered in one frame, and everything
 * is written together, in order, at the end of the turn.
 */
export class Outbox {
  private messages: unknown[] = [];
  private messageBytes = 0;
  private chunks: Buffer[] = [];
  private isScheduled = false;

  constructor(private readonly settings: OutboxSettings) {}

  /** Bytes that the other side has not taken yet. */
  get backlog(): number {
    return this.settings.output.writableLength;
  }

  /** Adds a message; `bytes` is about what it takes beyond a few dozen. */
  add(message: unknown, bytes = 0): void {
    this.messages.push(message);
    this.messageBytes += bytes;
    if (this.messageBytes > FULL_FRAME_BYTES) this.seal();
    this.schedule();
  }

  /** Adds a separate frame behind the messages before it; the body may be shared with other channels. */
  addFrame(kind: number, body: Buffer, prefix: Buffer = NOTHING): void {
    this.seal();
    const head = Buffer.allocUnsafe(LENGTH_BYTES + 1 + prefix.length);
    head.writeUInt32BE(1 + prefix.length + body.length, 0);
    head[LENGTH_BYTES] = kind;
    prefix.copy(head, LENGTH_BYTES + 1);
    this.chunks.push(head, body);
    this.schedule();
  }

  /** Writes everything now. */
  flush(): void {
    const { output, onFlush } = this.settings;
    this.isScheduled = false;
    onFlush();
    this.seal();
    const { chunks } = this;
    this.chunks = [];
    if (output.destroyed) return;
    output.cork();
    for (const chunk of chunks) output.write(chunk);
    output.uncork();
  }

  private seal(): void {
    if (this.messages.length === 0) return;
    const { messages } = this;
    this.messages = [];
    this.messageBytes = 0;
    this.addFrame(this.settings.kind, encode(messages));
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.flush());
  }
}

const NOTHING = Buffer.alloc(0);
