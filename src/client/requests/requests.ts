import { type StatusError, stringifyExactJson } from '../../apimachinery/index.js';
import type { Clock } from '../../observability/index.js';
import { OutboundError } from '../../outbound/index.js';
import type { UserInfo } from '../../request/index.js';
import type { ClientAnswer, ClientRequest, ClientStream, Transport } from '../transport/transport.js';
import { readJsonObject } from '../transport/safe-json.js';
import { errorOfAnswer } from './api-errors.js';
import { type WarningListener, warningsOf } from './warnings.js';

/** How requests are made. */
export interface RequestSettings {
  readonly clock: Clock;
  /** Milliseconds that one call may take, with all its attempts. */
  readonly timeout: number;
  readonly userAgent: string;
  /** The user requests are made as; the transport's own where unset. */
  readonly user?: UserInfo;
  /** Called with each warning of the server. */
  readonly onWarning?: WarningListener;
}

/**
 * Limits of one call.
 *
 * @public
 * @example
 * const options: CallOptions = { timeout: 5_000, signal: AbortSignal.timeout(2_000) };
 */
export interface CallOptions {
  /** Milliseconds the call may take, with all its attempts; the client's `timeout` where unset. */
  readonly timeout?: number;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

/**
 * A request as operations describe it.
 *
 * @public
 * @example
 * const request: CallRequest = { method: 'GET', path: '/version' };
 */
export interface CallRequest extends Pick<ClientRequest, 'method' | 'path' | 'query'> {
  readonly contentType?: string;
  readonly accept?: string;
  /** Written as JSON, bigint as integers. */
  readonly body?: unknown;
}

/** Attempts at most where the server asks to come again (upstream: rest.Request.maxRetries). */
const MOST_ATTEMPTS = 10;
/** Milliseconds before a read is tried again whose connection broke. */
const RECONNECT_WAIT = 50;

/** Sends requests and reads JSON; repeats what the server asks to be repeated, until the time of the call is up. */
export class Requests {
  constructor(
    readonly transport: Transport,
    readonly settings: RequestSettings,
  ) {}

  /** Returns the same requests in another's name. */
  as(user: UserInfo): Requests {
    return new Requests(this.transport, { ...this.settings, user });
  }

  /** Sends a request and reads the object in its response. Throws StatusError and OutboundError. */
  async call(request: CallRequest, options: CallOptions = {}): Promise<object> {
    return readJsonObject((await this.callText(request, options)).body);
  }

  /** Returns the same for a response of any content. */
  async callText(
    request: CallRequest,
    { timeout = this.settings.timeout, signal }: CallOptions = {},
  ): Promise<ClientAnswer> {
    const due = this.settings.clock.monotonic() + timeout;
    const raw = { ...this.rawOf(request), ...(signal && { signal }) };
    for (let attempt = 1; ; attempt++) {
      const left = due - this.settings.clock.monotonic();
      const outcome = await this.attempt({ ...raw, timeout: Math.max(left, 1) });
      if (!('failure' in outcome)) return outcome.answer;
      const { failure, wait } = outcome;
      const hasTime = wait !== undefined && this.settings.clock.monotonic() + wait < due;
      if (!hasTime || attempt >= MOST_ATTEMPTS || signal?.aborted) throw failure;
      await this.settings.clock.sleep(wait, signal);
    }
  }

  /** Sends a request whose response is read as it arrives. Throws StatusError for an error status. */
  async stream(request: CallRequest, limits: { signal: AbortSignal; silence: number }): Promise<ClientStream> {
    const stream = await this.transport.stream({ ...this.rawOf(request), ...limits, timeout: this.settings.timeout });
    this.warn(stream);
    if (stream.status === 200) return stream;
    throw await errorOfStream(stream);
  }

  private async attempt(
    request: ClientRequest,
  ): Promise<{ answer: ClientAnswer } | { failure: Error; wait: number | undefined }> {
    try {
      const answer = await this.transport.send(request);
      this.warn(answer);
      if (answer.status >= 200 && answer.status < 300) return { answer };
      return { failure: errorOfAnswer(answer), wait: waitOf(answer) };
    } catch (error) {
      const failure = OutboundError.from(error);
      const isRepeatable = request.method === 'GET' && failure.fault === 'reset';
      return { failure, wait: isRepeatable ? RECONNECT_WAIT : undefined };
    }
  }

  private rawOf({
    method,
    path,
    query,
    contentType = 'application/json',
    accept = 'application/json',
    body,
  }: CallRequest) {
    const { userAgent, user } = this.settings;
    const text = body === undefined ? undefined : stringifyExactJson(body);
    return {
      method,
      path,
      ...(query && { query }),
      headers: { accept, 'user-agent': userAgent, ...(text !== undefined && { 'content-type': contentType }) },
      ...(text !== undefined && { body: text }),
      ...(user && { user }),
      timeout: this.settings.timeout,
    };
  }

  private warn({ headers }: Pick<ClientAnswer, 'headers'>): void {
    const { onWarning } = this.settings;
    if (onWarning && headers.warning !== undefined) for (const text of warningsOf(headers.warning)) onWarning(text);
  }
}

/** Milliseconds after which the server wants the request again; undefined where it does not say so. */
function waitOf({ status, headers }: ClientAnswer): number | undefined {
  const after = headers['retry-after'];
  if ((status !== 429 && status < 500) || typeof after !== 'string' || !/^\d{1,6}$/.test(after)) return undefined;
  return Number(after) * 1000;
}

/** The largest error that is read from a stream, in bytes. */
const MAX_ERROR_BYTES = 1024 * 1024;

async function errorOfStream({ status, chunks, close }: ClientStream): Promise<StatusError> {
  const found: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > MAX_ERROR_BYTES) break;
      found.push(chunk);
    }
  } catch {
    // The status says enough.
  } finally {
    close();
  }
  return errorOfAnswer({ status, body: Buffer.concat(found).toString('utf8') });
}
