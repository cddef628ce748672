import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Clock } from '../observability/index.js';
import type { Connection, ConnectionSource, Route } from './connection.js';
import { OutboundError, WEAK_SIGNATURE } from './outbound-error.js';
import type { OutboundMetrics } from './outbound-metrics.js';
import type { Environment } from './proxy-rules.js';
import { openTransport, type TransportLimits } from './transport.js';

/** One request to another server. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Added to the path of the server; empty for that path itself. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds for all of it: connecting, asking, and reading the answer. */
  readonly timeout: number;
  /** Gives the request up. */
  readonly signal?: AbortSignal;
  /** The result of the attempt that this one retries: a status code or `<error>`; for metrics. */
  readonly previousCode?: string;
}

/** The response of a server, whatever its status code. */
export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The dependencies of a client. */
export interface OutboundParts {
  readonly clock: Clock;
  readonly metrics: OutboundMetrics;
  readonly environment?: Environment;
  readonly limits?: Partial<TransportLimits>;
}

/** How metrics name requests without an answer. */
export const NO_CODE = '<error>';

const LIMITS: TransportLimits = { maxConnections: 64, maxAnswerBytes: 1024 * 1024, connectTimeout: 10_000 };

/**
 * Sends requests to one server, over connections that are used again. Its cost is bounded: by a timeout, by the number of
 * connections, and by the size of answers. Redirects are not followed.
 */
export class OutboundClient {
  private transport: { readonly route: Route; readonly dispatcher: Promise<Dispatcher> } | undefined;
  private readonly limits: TransportLimits;

  constructor(
    private readonly source: ConnectionSource,
    private readonly parts: OutboundParts,
  ) {
    this.limits = { ...LIMITS, ...parts.limits };
  }

  /** Sends a request and reads the whole answer. Fails with OutboundError when there is none. */
  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const { clock } = this.parts;
    const deadline = new AbortController();
    const giveUp = (): void => deadline.abort(reasonOf(request.signal));
    const timer = clock.schedule(request.timeout, () =>
      deadline.abort(new OutboundError('timeout', 'no answer in time')),
    );
    request.signal?.addEventListener('abort', giveUp, { once: true });
    if (request.signal?.aborted) giveUp();
    try {
      return await withSignal(deadline.signal, this.exchange(request, deadline.signal));
    } finally {
      timer.cancel();
      request.signal?.removeEventListener('abort', giveUp);
    }
  }

  /** Closes the connections once what runs on them has ended. */
  async close(): Promise<void> {
    const { transport } = this;
    this.transport = undefined;
    await transport?.dispatcher.then(
      (dispatcher) => dispatcher.close(),
      () => {},
    );
  }

  private async exchange(request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    const connection = await this.source.current();
    const [host, started] = [new URL(connection.route.server).host, this.parts.clock.monotonic()];
    const { method, previousCode } = request;
    if (previousCode !== undefined) this.parts.metrics.observeRetry({ host, method, code: previousCode });
    let code: string = NO_CODE;
    try {
      const answer = await this.dispatch(connection, request, signal);
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
    const { method, body } = request;
    const dispatcher = await this.dispatcherFor(connection.route);
    const { origin, path } = targetOf(connection.route, request);
    const headers = { ...request.headers, ...connection.headers };
    const answer = await dispatcher.request({ origin, path, method, headers, body, signal });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, body: bytes };
  }

  /** Connections of a former route end when they are idle. */
  private dispatcherFor(route: Route): Promise<Dispatcher> {
    if (this.transport?.route === route) return this.transport.dispatcher;
    void this.close();
    const { environment = process.env, metrics } = this.parts;
    const dispatcher = openTransport(route, { limits: this.limits, environment, metrics });
    this.transport = { route, dispatcher };
    return dispatcher;
  }
}

/** An aborting caller may give a reason; `AbortSignal.timeout` gives one of its own. */
function reasonOf(signal: AbortSignal | undefined): OutboundError {
  const reason: unknown = signal?.reason;
  if (reason instanceof DOMException && reason.name === 'TimeoutError')
    return new OutboundError('timeout', 'no answer in time');
  return reason instanceof OutboundError ? reason : new OutboundError('canceled', 'given up');
}

function targetOf({ server }: Route, { path = '', query = {} }: OutboundRequest): { origin: string; path: string } {
  const url = new URL(server);
  const base = path === '' ? url.pathname : `${url.pathname.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
  const search = new URLSearchParams(query).toString();
  return { origin: url.origin, path: search === '' ? base : `${base}?${search}` };
}

/** Ends waiting with the reason of a signal, also for what does not listen to it. */
function withSignal<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((fulfill, reject) => {
    const fail = (): void => reject(signal.reason as OutboundError);
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail, { once: true });
    work.then(fulfill, reject);
  });
}
