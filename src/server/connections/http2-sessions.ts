import { type ServerHttp2Session, type ServerHttp2Stream, constants } from 'node:http2';
import { EventLoopTurns } from './event-loop-turns.js';
import type { SessionLimits } from './http2-limits.js';

/** Grace period of a session after GOAWAY, in milliseconds. */
const GOODBYE_MS = 1000;

const CALM = constants.NGHTTP2_ENHANCE_YOUR_CALM;
/** The period over which cancelled requests are counted, in milliseconds. */
const PERIOD_MS = 1000;
/**
 * How many requests a client may cancel unanswered in such a period, as a multiple of those it may have under way at a
 * time: a client that ends cancels all of them, and one that is started again at once may do so twice.
 */
const MAX_UNANSWERED = 2;

/**
 * Requests of one connection that are served as they are read. Those that are read together with more wait until
 * everything is read: a request that its client cancels right away is then never served.
 */
const SERVED_AT_ONCE = 16;

const ignore = (): void => {};

type Deliver = (stream: ServerHttp2Stream, ...rest: unknown[]) => void;

/** Follows one HTTP/2 connection: ends it when it is idle, and streams whose answers are not read. */
export class SessionWatch {
  private readonly streams = new Map<ServerHttp2Stream, UnreadCheck>();
  private readonly idle: NodeJS.Timeout;
  private readonly stalled: NodeJS.Timeout;
  private unanswered = 0;
  private countedSince = 0;
  private cancelled = 0;
  /** The last turn of the event loop in which streams were opened, and how many in it. */
  private turn = -1;
  private openedInTurn = 0;
  private isRefusing = false;

  constructor(
    private readonly session: ServerHttp2Session,
    private readonly limits: SessionLimits,
    private readonly turns = new EventLoopTurns(),
  ) {
    const { idleMs } = limits;
    this.idle = setTimeout(() => this.endWhenIdle(), idleMs).unref();
    this.stalled = setInterval(() => this.endUnread(), idleMs / 2).unref();
    const deliver = (session.listeners('stream')[0] as Deliver).bind(session);
    session.removeAllListeners('stream');
    session.on('stream', (...stream: Parameters<Deliver>) => this.receive(deliver, stream));
    session.once('close', () => this.stop());
  }

  /** True if a request is under way, or its answer. */
  get isBusy(): boolean {
    return this.streams.size > 0;
  }

  /** Ends the session, which takes no new streams from now on. */
  close(): void {
    this.session.close();
    setTimeout(() => this.session.destroy(), GOODBYE_MS).unref();
  }

  private receive(deliver: Deliver, stream: Parameters<Deliver>): void {
    // With any other code Node makes an error for each of them, with a stack: most of what they cost.
    if (this.isRefusing) return stream[0].on('error', ignore).close(constants.NGHTTP2_CANCEL);
    this.follow(stream[0]);
    if (++this.openedInTurn <= SERVED_AT_ONCE) return deliver(...stream);
    // There is no other listener yet: a client may reset the stream with any code.
    stream[0].on('error', ignore);

    setImmediate(() => {
      if (!stream[0].closed && !this.isRefusing) deliver(...stream);
    });
  }

  private follow(stream: ServerHttp2Stream): void {
    const opened = this.turns.current();
    if (opened !== this.turn) this.openedInTurn = 0;
    this.turn = opened;
    this.streams.set(stream, new UnreadCheck(stream));
    stream.once('close', () => {
      this.streams.delete(stream);
      if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) this.countCancelled(stream, opened);
      if (!this.isBusy && !this.session.destroyed) this.idle.refresh();
    });
  }

  private countCancelled(stream: ServerHttp2Stream, opened: number): void {
    // A client that cancels in the turn in which its request is read cannot have seen an answer.
    if (!stream.headersSent || opened === this.turns.current()) this.countUnanswered();
    // Streams close within callbacks of nghttp2, which emits empty frames for ever when its session is freed there.
    if (++this.cancelled === this.limits.maxCancelled) setImmediate(() => this.retire());
  }

  /** Sends GOAWAY with NO_ERROR: requests in progress are finished, the client sends others elsewhere. */
  retire(): void {
    if (!this.session.destroyed) this.session.close();
  }

  /**
   * Ends the session of a client that cancels requests faster than they are answered (CVE-2023-44487). A cancelled
   * stream whose answer has begun is how clients end a watch, and as honest as one that was read to its end.
   */
  private countUnanswered(): void {
    const now = performance.now();
    if (now - this.countedSince > PERIOD_MS) {
      this.unanswered = 0;
      this.countedSince = now;
    }
    if (++this.unanswered !== MAX_UNANSWERED * this.limits.maxStreams + 1) return;
    // Requests that were read together with those that were one too many are not served.
    this.isRefusing = true;
    setImmediate(() => this.abort());
  }

  /**
   * Sends GOAWAY with ENHANCE_YOUR_CALM, so that the client learns the reason, and ends the session later. What the client
   * sends until then is read and dropped: TCP resets a connection that is closed with unread input, and the frame is lost.
   */
  private abort(): void {
    if (this.session.destroyed) return;
    this.session.goaway(CALM);
    for (const stream of this.streams.keys()) stream.close(constants.NGHTTP2_CANCEL);
    setTimeout(() => this.session.destroy(), GOODBYE_MS).unref();
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

/** True if a stream is where it was. One that has nothing to send, such as a quiet watch, does not wait for its client. */
class UnreadCheck {
  private unsent = 0;
  private isListening = false;

  constructor(private readonly stream: ServerHttp2Stream) {}

  /** Reports whether as much waits to be sent as when this was last asked. */
  isStuck(): boolean {
    const { writableLength } = this.stream;
    const isStuck = writableLength > 0 && writableLength === this.unsent;
    if (writableLength > 0) this.listen();
    this.unsent = writableLength;
    return isStuck;
  }

  /** A listener for every stream would cost each of the many that never wait. */
  private listen(): void {
    if (this.isListening) return;
    this.isListening = true;
    this.stream.on('drain', () => (this.unsent = 0));
  }
}
