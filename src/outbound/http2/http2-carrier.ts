import type { TLSSocket } from 'node:tls';
import type { CarriedAnswer, CarriedRequest, CarriedStream, Carrier, CarrierParts } from '../carrier.js';
import { OutboundError } from '../outbound-error.js';
import { Http2Body, type Http2Head, UnprocessedRequest, exchange, wholeBody } from './http2-exchange.js';
import { Http2Pool } from './http2-pool.js';

/** Times that a request is sent which the server did nothing of (Go: roundTripRetry). */
const MOST_ATTEMPTS = 7;
/** Milliseconds before the third time; the second follows the first at once, and each later wait is twice as long. */
const FIRST_WAIT = 1000;
/** The part of a wait that chance adds at most. */
const JITTER = 0.1;

/**
 * Requests over HTTP/2, on one connection as far as the server takes as many at a time, else on more. A request that the
 * server did nothing of, by its own word, is sent again.
 */
export class Http2Carrier implements Carrier {
  private readonly pool: Http2Pool;

  /** `origin`: scheme, host and port of the server. */
  constructor(
    origin: string,
    dial: (signal: AbortSignal) => Promise<TLSSocket>,
    private readonly parts: CarrierParts,
  ) {
    this.pool = new Http2Pool(dial, { clock: parts.clock, maxConnections: parts.limits.maxConnections, origin });
  }

  async send(request: CarriedRequest): Promise<CarriedAnswer> {
    const head = await this.ask(request);
    const body = await wholeBody(head, this.parts.limits.maxAnswerBytes);
    return { status: head.status, headers: head.headers, body };
  }

  async open(request: CarriedRequest, silence: number): Promise<CarriedStream> {
    const { status, headers, stream } = await this.ask(request);
    return { status, headers, body: new Http2Body(stream, { silence, signal: request.signal }) };
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async ask(request: CarriedRequest): Promise<Http2Head> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.pool.run(request.signal, (session) => exchange(session, request));
      } catch (error) {
        if (!(error instanceof UnprocessedRequest)) throw error;
        if (attempt >= MOST_ATTEMPTS || request.signal.aborted) throw refused(error);
      }
      await this.wait(attempt, request.signal);
    }
  }

  private async wait(attempt: number, signal: AbortSignal): Promise<void> {
    if (attempt === 1) return;
    await this.parts.clock.sleep(FIRST_WAIT * 2 ** (attempt - 2) * (1 + Math.random() * JITTER), signal);
  }
}

function refused({ cause }: UnprocessedRequest): OutboundError {
  return new OutboundError('reset', 'the server takes no requests', { cause });
}
