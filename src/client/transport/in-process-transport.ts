import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MaybePromise } from '../../apimachinery/index.js';
import type { Clock } from '../../observability/index.js';
import { OutboundError } from '../../outbound/index.js';
import type { UserInfo } from '../../request/index.js';
import { inProcessRequest } from './in-process-request.js';
import { InProcessResponse } from './in-process-response.js';
import {
  type ClientAnswer,
  type ClientRequest,
  type ClientStream,
  type ClientStreamRequest,
  Transport,
} from './transport.js';

/** Handles a request as a user, without authenticating it. Does not throw. */
export type RequestDispatch = (
  request: IncomingMessage,
  response: ServerResponse,
  user: UserInfo,
) => MaybePromise<void>;

/** Where requests inside the process go: set by the server when it can answer them. */
export class RequestEntrance {
  dispatch: RequestDispatch | undefined;
}

/** The dependencies of a transport inside the process. */
export interface InProcessSettings {
  readonly entrance: RequestEntrance;
  /** The user of requests that name none. */
  readonly user: UserInfo;
  readonly clock: Clock;
  /** True if closing changes nothing: several clients that know nothing of each other use it. */
  readonly isShared?: boolean;
  /** The largest response that is read whole, in bytes. */
  readonly maxAnswerBytes: number;
}

/**
 * Requests to the server in this process: by its own pipeline, as those of clients, from authorization on. Nothing is
 * sent through a socket.
 */
export class InProcessTransport extends Transport {
  private readonly open = new Set<InProcessResponse>();
  private isClosed = false;

  constructor(private readonly settings: InProcessSettings) {
    super();
  }

  async send(request: ClientRequest): Promise<ClientAnswer> {
    return this.withDeadline(request, async (signal) => {
      const response = this.start(request, signal);
      const { status, headers } = await response.head;
      return { status, headers, body: await textOf(response, this.settings.maxAnswerBytes) };
    });
  }

  async stream(request: ClientStreamRequest): Promise<ClientStream> {
    const response = await this.withDeadline(request, async (signal) => {
      const started = this.start(request, signal);
      await started.head;
      return started;
    });
    const close = (): void => void response.body.on('error', () => {}).destroy();
    request.signal.addEventListener('abort', close, { once: true });
    response.once('close', () => request.signal.removeEventListener('abort', close));
    if (request.signal.aborted) close();
    return { ...(await response.head), chunks: chunksOf(response), close };
  }

  async close(): Promise<void> {
    if (this.settings.isShared) return;
    this.isClosed = true;
    for (const response of this.open) response.body.on('error', () => {}).destroy();
    await Promise.resolve();
  }

  private start(request: ClientRequest, signal: AbortSignal): InProcessResponse {
    signal.throwIfAborted();
    if (this.isClosed) throw new OutboundError('canceled', 'the client is closed');
    const { dispatch } = this.settings.entrance;
    if (!dispatch) throw new OutboundError('connection', 'the server does not answer requests yet');
    const response = new InProcessResponse();
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    const giveUp = (): void => void response.body.on('error', () => {}).destroy(signal.reason as Error);
    signal.addEventListener('abort', giveUp, { once: true });
    response.once('close', () => signal.removeEventListener('abort', giveUp));
    void dispatch(inProcessRequest(request), response.asServerResponse, request.user ?? this.settings.user);
    return response;
  }

  private async withDeadline<T>(
    { timeout, signal }: ClientRequest,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const deadline = new AbortController();
    const late = (): void => deadline.abort(new OutboundError('timeout', 'no answer in time'));
    const cancel = (): void => deadline.abort(new OutboundError('canceled', 'given up', { cause: signal?.reason }));
    const timer = this.settings.clock.schedule(timeout, late);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    try {
      return await work(deadline.signal);
    } catch (error) {
      throw deadline.signal.aborted ? deadline.signal.reason : OutboundError.from(error);
    } finally {
      timer.cancel();
      signal?.removeEventListener('abort', cancel);
    }
  }
}

async function textOf({ body }: InProcessResponse, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += (chunk as Buffer).length;
    if (size > limit) throw new OutboundError('too-large', 'the answer is too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function* chunksOf({ body }: InProcessResponse): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer;
  } catch (error) {
    throw OutboundError.from(error);
  }
}
