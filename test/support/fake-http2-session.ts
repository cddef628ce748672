import { EventEmitter } from 'node:events';
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';

/** A stream of a client whose end and unsent bytes a test sets. */
export class FakeHttp2Stream extends EventEmitter {
  /** Codes with which the server has closed it. */
  readonly closedWith: number[] = [];
  closed = false;
  rstCode = 0;
  headersSent = false;
  writableLength = 0;

  close(code: number): void {
    this.closedWith.push(code);
  }

  /** Ends it, as the client does by RST_STREAM, or both sides by END_STREAM. */
  end(code = 0): void {
    this.closed = true;
    this.rstCode = code;
    this.emit('close');
  }
}

/** A session that records how it is ended, and which streams are served. */
export class FakeHttp2Session extends EventEmitter {
  readonly served: FakeHttp2Stream[] = [];
  /** How the server has ended it, in order. */
  readonly endings: (string | number)[] = [];
  destroyed = false;

  constructor() {
    super();
    this.on('stream', (stream: FakeHttp2Stream) => this.served.push(stream));
  }

  close(): void {
    this.endings.push('close');
  }

  goaway(code: number): void {
    this.endings.push(code);
  }

  destroy(): void {
    this.destroyed = true;
    this.endings.push('destroy');
    this.emit('close');
  }

  /** Opens a stream, as a request does. */
  open(stream = new FakeHttp2Stream()): FakeHttp2Stream {
    this.emit('stream', stream as unknown as ServerHttp2Stream);
    return stream;
  }

  /** Opens several streams. */
  openAll(length: number): FakeHttp2Stream[] {
    return Array.from({ length }, () => this.open());
  }

  get asSession(): ServerHttp2Session {
    return this as unknown as ServerHttp2Session;
  }
}
