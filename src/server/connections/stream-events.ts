import type { ServerHttp2Stream } from 'node:http2';

/** A listener of events. */
export type Listener = (...args: unknown[]) => void;

/** The methods of an EventEmitter, for the events of a stream: an emitter for each request would cost more. */
export class StreamEvents {
  constructor(readonly stream: ServerHttp2Stream) {}

  on(event: string, listener: Listener): this {
    this.stream.on(event, listener);
    return this;
  }

  once(event: string, listener: Listener): this {
    this.stream.once(event, listener);
    return this;
  }

  off(event: string, listener: Listener): this {
    this.stream.off(event, listener);
    return this;
  }

  addListener(event: string, listener: Listener): this {
    return this.on(event, listener);
  }

  removeListener(event: string, listener: Listener): this {
    return this.off(event, listener);
  }

  prependListener(event: string, listener: Listener): this {
    this.stream.prependListener(event, listener);
    return this;
  }

  prependOnceListener(event: string, listener: Listener): this {
    this.stream.prependOnceListener(event, listener);
    return this;
  }

  listenerCount(event: string): number {
    return this.stream.listenerCount(event);
  }

  emit(event: string, ...args: unknown[]): boolean {
    return this.stream.emit(event, ...args);
  }

  destroy(error?: Error): this {
    this.stream.destroy(error);
    return this;
  }
}
