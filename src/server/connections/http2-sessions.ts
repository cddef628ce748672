import { type ServerHttp2Session, type ServerHttp2Stream, constants } from 'node:http2';

/** How long a session that was told to end has for it, in milliseconds. */
const GOODBYE_MS = 1000;

const CALM = constants.NGHTTP2_ENHANCE_YOUR_CALM;
/** A request that is taken back within this time after it was sent was for nothing, in milliseconds. */
const RASH_MS = 1000;
/** How many requests a client may take back in such a time. Each has cost nearly as much as if it had waited. */
const MAX_RASH = 100;

/** Follows one HTTP/2 connection: ends it when it is idle, and streams whose answers nobody reads. */
export class SessionWatch {
  private readonly streams = new Map<ServerHttp2Stream, UnreadCheck>();
  private readonly idle: NodeJS.Timeout;
  private readonly stalled: NodeJS.Timeout;
  private rash = 0;
  private rashSince = 0;

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
    const opened = performance.now();
    this.streams.set(stream, new UnreadCheck(stream));
    stream.once('close', () => {
      this.streams.delete(stream);
      if (stream.rstCode === constants.NGHTTP2_CANCEL) this.countRash(opened);
      if (!this.isBusy && !this.session.destroyed) this.idle.refresh();
    });
  }

  /** Ends the session of a client that sends requests only to take them back (CVE-2023-44487). */
  private countRash(opened: number): void {
    const now = performance.now();
    if (now - opened > RASH_MS) return;
    if (now - this.rashSince > RASH_MS) {
      this.rash = 0;
      this.rashSince = now;
    }
    if (++this.rash > MAX_RASH) this.session.destroy(undefined, CALM);
  }

  private endWhenIdle(): void {
    if (!this.isBusy) this.close();
  }

  /** Node's own timeouts of streams take progress of any stream for that of all. */
  private endUnread(): void {
    for (const [stream, check] of this.streams) {
      if (check.isStuck()) stream.close(CALM);
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
