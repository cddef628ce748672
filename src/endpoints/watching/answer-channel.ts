import { once } from 'node:events';
import type { RequestContext } from '../request-context.js';
import type { EventChannel } from './event-channel.js';
import { JoinedFrames } from './joined-frames.js';

/** Frames one behind the other in the body of an answer. What is sent in one turn of the event loop goes out together. */
export class AnswerChannel implements EventChannel {
  private gathered: Buffer[] = [];
  private gatheredBytes = 0;

  constructor(
    private readonly context: RequestContext,
    private readonly contentType: string,
  ) {}

  open(): void {
    this.context.writeHead(200, { 'content-type': this.contentType });
    this.context.flushHead();
  }

  send(frame: Buffer): void {
    if (this.gathered.length === 0) flushSoon(this);
    this.gathered.push(frame);
    this.gatheredBytes += frame.length;
  }

  get heldBytes(): number {
    return this.context.response.writableLength + this.gatheredBytes;
  }

  async drained(): Promise<void> {
    this.flush();
    const { response, signal } = this.context;
    const { socket } = response;
    if (response.writableNeedDrain) await once(response, 'drain', { signal }).catch(() => {});
    else if (socket?.writableNeedDrain) await once(socket, 'drain', { signal }).catch(() => {});
  }

  end(): void {
    this.flush();
    this.context.response.end();
  }

  abort(): void {
    this.context.response.destroy();
  }

  /** Sends what was gathered; `joined` has what other channels have sent. */
  flush(joined = new JoinedFrames()): void {
    const { gathered, gatheredBytes, context } = this;
    if (gathered.length === 0) return;
    this.gathered = [];
    this.gatheredBytes = 0;
    const { response } = context;
    if (response.destroyed) return;
    context.countSent(gatheredBytes);
    const { socket } = response;
    // The parts of a chunk are four writes to Node and one copy for each client; put together for all they are one of each.
    if (response.chunkedEncoding && socket) socket.write(joined.joinChunk(gathered));
    else response.write(joined.join(gathered));
  }
}

let waiting: AnswerChannel[] = [];

function flushSoon(channel: AnswerChannel): void {
  if (waiting.push(channel) === 1) process.nextTick(flushAll);
}

function flushAll(): void {
  const channels = waiting;
  waiting = [];
  const joined = new JoinedFrames();
  for (const channel of channels) channel.flush(joined);
}
