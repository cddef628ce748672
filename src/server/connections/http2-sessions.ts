import { type ServerHttp2Session, type ServerHttp2Stream, constants } from 'node:http2';

/** How long a session that was told to end has for it, in milliseconds. */
const GOODBYE_MS = 1000;

/** Follows one HTTP/2 connection: ends it when it is idle, and streams whose answers nobody reads. */
export class SessionWatch {
  private readonly streams = new Map<ServerHttp2Stream, UnreadCheck>();
  private readonly idle: NodeJS.Timeout;
  private readonly stalled: NodeJS.Timeout;

  /** `idleMs`: how long nothing may be under way, and how long an answer may wait for its reader. */
  constructor(
    private readonly session: ServerHttp2Session,
    idleMs: number,
  ) {
    this.idle = setTimeout(() => this.endWhenIdle(), idleMs).unref();
    this.stalled = setInterval(() => this.endUnread(), idleMs / 2).unref();
    session.on('stream', (stream) => this.follow(stream));
    session.once('close', () => this.stop());
  }

  /** Whether a request is under way, or its answer. */
  get isBusy(): boolean {
    return this.streams.size > 0;
  }

  /** Ends the session, which takes no new streams from now on. */
  close(): void {
    this.session.close();
    setTimeout(() => this.session.destroy(), GOODBYE_MS).unref();
  }

  private follow(stream: ServerHttp2Stream): void {
    this.streams.set(stream, new UnreadCheck(stream));
    stream.once('close', () => {
      this.streams.delete(stream);
      if (!this.isBusy && !this.session.destroyed) this.idle.refresh();
    });
  }

  private endWhenIdle(): void {
    if (!this.isBusy) this.close();
  }

  /** Node's own timeouts of streams take progress of any stream for that of all. */
  private endUnread(): void {
    for (const [stream, check] of this.streams) {
      if (check.isStuck()) stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    }
  }

  private stop(): void {
    clearTimeout(this.idle);
    clearInterval(this.stalled);
  }
}

/** Tells whether a stream is where it was. One that has nothing to send, such as a quiet watch, waits for nobody. */
class UnreadCheck {
  private unsent = 0;

  constructor(private readonly stream: ServerHttp2Stream) {
    stream.on('drain', () => (this.unsent = 0));
  }

  /** Whether as much waits to be sent as when this was last asked. */
  isStuck(): boolean {
    const { writableLength } = this.stream;
    const isStuck = writableLength > 0 && writableLength === this.unsent;
    this.unsent = writableLength;
    return isStuck;
  }
}
