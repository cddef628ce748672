import type { Clock } from '../observability/index.js';
import type { Connection, ConnectionSource, Route } from './connection.js';
import { WEAK_SIGNATURE } from './certificate-fault.js';
import { OutboundError } from './outbound-error.js';
import type { OutboundMetrics } from './outbound-metrics.js';
import type { Environment } from './proxy-rules.js';
import { sendTraced } from './traced-request.js';
import type { CarriedAnswer, CarriedRequest, CarriedStream, Carrier, TransportLimits } from './carrier.js';
import { type HttpVersion, openCarrier } from './open-carrier.js';
import { withSignal } from './with-signal.js';

/** One request to another server. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Added to the path of the server; empty for that path itself. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
  /** Milliseconds for all of it: connecting, asking, and reading the answer. */
  readonly timeout: number;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** The result of the attempt that this one retries: a status code or `<error>`; for metrics. */
  readonly previousCode?: string;
}

/** The response of a server, whatever its status code. */
export type OutboundAnswer = CarriedAnswer;

/** A response whose body is read as it arrives. */
export type OutboundStream = CarriedStream;

/** A request whose response is read as it arrives; `timeout` is for its headers. */
export interface StreamRequest extends OutboundRequest {
  /** Ends the response, whenever it is aborted. */
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which the response fails. */
  readonly silence: number;
}

/** The dependencies of a client. */
export interface OutboundParts {
  readonly clock: Clock;
  readonly metrics: OutboundMetrics;
  readonly environment?: Environment;
  readonly limits?: Partial<TransportLimits>;
  /** 1 where unset. */
  readonly httpVersion?: HttpVersion;
}

/** How metrics name requests without an answer. */
export const NO_CODE = '<error>';

const LIMITS: TransportLimits = {
  maxConnections: 64,
  maxStreamConnections: 64,
  maxAnswerBytes: 1024 * 1024,
  connectTimeout: 10_000,
};

/**
 * Sends requests to one server, over connections that are used again. Its cost is bounded: by a timeout, by the number of
 * connections, and by the size of answers. Redirects are not followed.
 */
export class OutboundClient {
  private transport: { readonly route: Route; readonly carrier: Carrier } | undefined;
  private readonly limits: TransportLimits;

  constructor(
    private readonly source: ConnectionSource,
    private readonly parts: OutboundParts,
  ) {
    this.limits = { ...LIMITS, ...parts.limits };
  }

  /** Sends a request and reads the whole answer. Fails with OutboundError when there is none. */
  send(request: OutboundRequest): Promise<OutboundAnswer> {
    return sendTraced(request, (traced) => this.sendWhole(traced));
  }

  /**
   * Sends a request and answers as soon as the headers of its response are there. Fails with OutboundError when there are
   * none; the body fails with an error when it breaks off.
   */
  async stream(request: StreamRequest): Promise<OutboundStream> {
    const ended = new AbortController();
    const end = (): void => ended.abort(reasonOf(request.signal));
    const timer = this.parts.clock.schedule(request.timeout, () =>
      ended.abort(new OutboundError('timeout', 'no answer in time')),
    );
    request.signal.addEventListener('abort', end, { once: true });
    if (request.signal.aborted) end();
    const forget = (): void => request.signal.removeEventListener('abort', end);
    try {
      const open = (connection: Connection): Promise<OutboundStream> => this.open(connection, request, ended.signal);
      const answer = await withSignal(ended.signal, this.exchange(request, open, ended.signal));
      answer.body.once('close', forget);
      return answer;
    } catch (error) {
      forget();
      throw error;
    } finally {
      timer.cancel();
    }
  }

  /** Closes the connections once what runs on them has ended. */
  async close(): Promise<void> {
    const { transport } = this;
    this.transport = undefined;
    await transport?.carrier.close();
  }

  private async sendWhole(request: OutboundRequest): Promise<OutboundAnswer> {
    const { clock } = this.parts;
    const deadline = new AbortController();
    const giveUp = (): void => deadline.abort(reasonOf(request.signal));
    const timer = clock.schedule(request.timeout, () =>
      deadline.abort(new OutboundError('timeout', 'no answer in time')),
    );
    request.signal?.addEventListener('abort', giveUp, { once: true });
    if (request.signal?.aborted) giveUp();
    try {
      const exchanged = this.exchange(
        request,
        (connection) => this.dispatch(connection, request, deadline.signal),
        deadline.signal,
      );
      return await withSignal(deadline.signal, exchanged);
    } finally {
      timer.cancel();
      request.signal?.removeEventListener('abort', giveUp);
    }
  }

  private async exchange<T extends Pick<OutboundAnswer, 'status'>>(
    request: OutboundRequest,
    ask: (connection: Connection) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const connection = await this.source.current();
    const [host, started] = [new URL(connection.route.server).host, this.parts.clock.monotonic()];
    const { method, previousCode } = request;
    if (previousCode !== undefined) this.parts.metrics.observeRetry({ host, method, code: previousCode });
    let code: string = NO_CODE;
    try {
      const answer = await ask(connection);
      code = String(answer.status);
      if (answer.status === 401) this.source.credentialsRefused();
      return answer;
    } catch (error) {
      const failure = OutboundError.from(error);
      if (failure.message === WEAK_SIGNATURE) this.parts.metrics.observeWeakCertificate();
      throw signal.aborted ? (signal.reason as OutboundError) : failure;
    } finally {
      const seconds = (this.parts.clock.monotonic() - started) / 1000;
      this.parts.metrics.observe({ host, method, code, seconds });
    }
  }

  private async dispatch(
    connection: Connection,
    request: OutboundRequest,
    signal: AbortSignal,
  ): Promise<OutboundAnswer> {
    const answer = await this.carrierFor(connection.route).send({ ...partsOf(connection, request), signal });
    const host = new URL(connection.route.server).host;
    const sent = Buffer.byteLength(request.body ?? '');
    this.parts.metrics.observeSizes({ host, method: request.method, sent, read: answer.body.length });
    return answer;
  }

  private async open(connection: Connection, request: StreamRequest, signal: AbortSignal): Promise<OutboundStream> {
    return this.carrierFor(connection.route).open({ ...partsOf(connection, request), signal }, request.silence);
  }

  /** Connections of a former route end when they are idle. */
  private carrierFor(route: Route): Carrier {
    if (this.transport?.route === route) return this.transport.carrier;
    void this.close();
    const { environment = process.env, metrics, clock, httpVersion = 1 } = this.parts;
    const carrier = openCarrier(route, httpVersion, { limits: this.limits, environment, metrics, clock });
    this.transport = { route, carrier };
    return carrier;
  }
}

/** An aborting caller may give a reason; `AbortSignal.timeout` gives its own. */
function reasonOf(signal: AbortSignal | undefined): OutboundError {
  const reason: unknown = signal?.reason;
  if (reason instanceof DOMException && reason.name === 'TimeoutError')
    return new OutboundError('timeout', 'no answer in time');
  return reason instanceof OutboundError ? reason : new OutboundError('canceled', 'given up');
}

function partsOf({ route, headers }: Connection, request: OutboundRequest): Omit<CarriedRequest, 'signal'> {
  const { method, body } = request;
  return { ...targetOf(route, request), method, headers: { ...request.headers, ...headers }, body };
}

function targetOf({ server }: Route, { path = '', query = {} }: OutboundRequest): { origin: string; path: string } {
  const url = new URL(server);
  const base = path === '' ? url.pathname : `${url.pathname.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
  const search = new URLSearchParams(query).toString();
  return { origin: url.origin, path: search === '' ? base : `${base}?${search}` };
}
