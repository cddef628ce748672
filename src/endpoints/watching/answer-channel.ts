import { once } from 'node:events';
import type { RequestContext } from '../request-context.js';
import type { EventChannel } from './event-channel.js';

/** Frames one behind the other in the body of an answer. */
export class AnswerChannel implements EventChannel {
  constructor(
    private readonly context: RequestContext,
    private readonly contentType: string,
  ) {}

  open(): void {
    this.context.writeHead(200, { 'content-type': this.contentType });
    this.context.response.flushHeaders();
  }

  send(frame: Buffer): void {
    this.context.write(frame);
  }

  get heldBytes(): number {
    return this.context.response.writableLength;
  }

  async drained(): Promise<void> {
    const { response, signal } = this.context;
    if (response.writableNeedDrain) await once(response, 'drain', { signal }).catch(() => {});
  }

  end(): void {
    this.context.response.end();
  }

  abort(): void {
    this.context.response.destroy();
  }
}
