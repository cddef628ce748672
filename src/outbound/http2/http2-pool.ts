import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../observability/index.js';
import { AwaitedRequests } from '../awaited-requests.js';
import { OutboundError } from '../outbound-error.js';
import { Http2Session } from './http2-session.js';

/** The parameters of a pool. */
export interface Http2PoolParts {
  readonly clock: Clock;
  readonly maxConnections: number;
  /** Of the server: scheme, host and port. */
  readonly origin: string;
}

const CLOSED = 'the connections are closed';

/** The connections to one server: a further one is made when those there are have no room. */
export class Http2Pool {
  /** Those that take requests. */
  private readonly ready = new Set<Http2Session>();
  /** Those that take no more, and have not closed yet. */
  private readonly retired = new Set<Http2Session>();
  private readonly waiting = new Set<() => void>();
  /** Those that wait for a connection that is being made. */
  private readonly dialing = new AwaitedRequests();
  private readonly givenUp = new AbortController();
  private connecting: Promise<void> | undefined;
  private isClosed = false;

  constructor(
    private readonly dial: (signal: AbortSignal) => Promise<TLSSocket>,
    private readonly parts: Http2PoolParts,
  ) {}

  /** Calls `use`, which begins a request, with a connection that has room for it. Fails as `dial` and `use` do. */
  async run<T>(signal: AbortSignal, use: (session: Http2Session) => Promise<T>): Promise<T> {
    for (;;) {
      this.checkOpen(signal);
      const session = this.free();
      if (session) {
        const used = use(session);
        if (session.hasRoom) this.wake();
        return used;
      }
      await (this.mayConnect() ? this.dialing.wait(signal, this.connect()) : this.room(signal));
    }
  }

  /** Closes the connections once what runs on them has ended; one that is being made for no request any more is given up. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const wake of this.waiting) wake();
    await this.dialing.none();
    this.givenUp.abort(new OutboundError('canceled', CLOSED));
    await this.connecting?.catch(() => {});
    await Promise.all([...this.ready, ...this.retired].map((session) => session.close()));
  }

  private checkOpen(signal: AbortSignal): void {
    if (this.isClosed) throw new OutboundError('canceled', CLOSED);
    if (!signal.aborted) return;
    // Its turn is another's.
    this.wake();
    throw signal.reason as Error;
  }

  private free(): Http2Session | undefined {
    for (const session of this.ready) if (session.hasRoom) return session;
    return undefined;
  }

  private mayConnect(): boolean {
    return this.connecting !== undefined || this.ready.size < this.parts.maxConnections;
  }

  /** Requests that come in the meantime wait for the same connection. */
  private connect(): Promise<void> {
    return (this.connecting ??= this.open().finally(() => {
      this.connecting = undefined;
      this.wake();
    }));
  }

  private async open(): Promise<void> {
    const socket = await this.dial(this.givenUp.signal);
    const { clock, origin } = this.parts;
    const session: Http2Session = new Http2Session(socket, origin, {
      clock,
      onRoom: () => this.wake(),
      onRetired: () => this.retire(session),
      onClosed: () => this.retired.delete(session),
    });
    this.ready.add(session);
  }

  private retire(session: Http2Session): void {
    this.ready.delete(session);
    this.retired.add(session);
    this.wake();
  }

  /** Resolves when it is worth looking for a connection again, or with the signal. */
  private room(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  private wake(): void {
    for (const wake of this.waiting) return wake();
  }
}
