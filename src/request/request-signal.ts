import type { ServerResponse } from 'node:http';
import { type MaybePromise, type StatusError, timeout, withEnding } from '../apimachinery/index.js';

/** Signals the work of a request that its response is no longer awaited. */
export interface RequestSignal {
  /** True if the request's deadline has passed or its client has gone. */
  readonly aborted: boolean;
  /** Throws the reason, a StatusError (504), once `aborted`. Cheap: called before every step that must not happen any more. */
  throwIfAborted(): void;
  /** When the request's time is up, in milliseconds of `performance.now()`; undefined where it has no deadline. */
  readonly deadline: number | undefined;
  /** The same for APIs that take an AbortSignal, such as an outbound request; made when it is first asked for. */
  readonly abortSignal: AbortSignal;
  /**
   * The function of a plugin that the work waits for now, as a report of the deadline names it.
   *
   * @internal
   */
  waitsFor?: string;
}

/**
 * The signal of a request over HTTP. The response is inspected on demand, so that synchronous requests need neither a
 * listener nor an AbortController.
 */
export class ResponseSignal implements RequestSignal {
  private reason: StatusError | undefined;
  private controller: AbortController | undefined;
  waitsFor: string | undefined = undefined;

  constructor(
    private readonly response: ServerResponse,
    readonly deadline: number | undefined = undefined,
  ) {}

  get aborted(): boolean {
    return this.reason !== undefined || isClosed(this.response);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason ?? disconnected();
  }

  get abortSignal(): AbortSignal {
    if (!this.controller) {
      const controller = (this.controller = new AbortController());
      if (this.aborted) controller.abort(this.reason ?? disconnected());
      else this.response.once('close', () => controller.abort(disconnected()));
    }
    return this.controller.signal;
  }

  /** Aborts the request for a reason of the server: its deadline. Later reasons change nothing. */
  abort(reason: StatusError): void {
    this.reason ??= reason;
    this.controller?.abort(reason);
  }
}

/** Reports whether a response is closed, answered or not. One of HTTP/2 has no such state of its own: its stream has. */
export function isClosed(response: ServerResponse): boolean {
  const { stream } = response as { stream?: { readonly destroyed: boolean } };
  return stream ? stream.destroyed : response.closed;
}

/** As the reference words it; only logs and metrics see it. */
function disconnected(): StatusError {
  return timeout('request did not complete within requested timeout - context canceled');
}

/**
 * Returns a value that a request may have to wait for. A report of the deadline names meanwhile what is waited for; a
 * function that is called inside of another one is named already.
 */
export function waitingFor<T>(
  signal: RequestSignal | undefined,
  value: MaybePromise<T>,
  what: string,
): MaybePromise<T> {
  if (!signal || signal.waitsFor !== undefined) return value;
  signal.waitsFor = what;
  return withEnding(
    () => value,
    () => (signal.waitsFor = undefined),
  );
}
