import { isNativeError } from 'node:util/types';

/** The kind of failure of an outgoing request; the closed list that metrics and policies use. */
export type OutboundFault =
  'canceled' | 'connection' | 'credentials' | 'malformed' | 'reset' | 'status' | 'timeout' | 'too-large';

/** The facts of a failure besides its kind. */
export interface OutboundErrorFacts {
  readonly cause?: unknown;
  readonly status?: number;
  readonly retryAfter?: number;
  readonly detail?: string;
}

/** An outgoing request without a usable response. The message contains no secrets. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  /** The code of the answer, where there was one. */
  readonly status: number | undefined;
  /** Milliseconds after which the server wants to be asked again, where it says so. */
  readonly retryAfter: number | undefined;
  /** The message of the answer, for the log: it may name accounts. */
  readonly detail: string | undefined;

  constructor(
    readonly fault: OutboundFault,
    message: string,
    { cause, status, retryAfter, detail }: OutboundErrorFacts = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
    this.detail = detail;
  }

  /** True if the same request may well succeed when it is made again. */
  get isTransient(): boolean {
    if (this.fault === 'reset' || this.retryAfter !== undefined) return true;
    return this.fault === 'status' && (this.status === 429 || this.status === 500 || this.status === 504);
  }

  /** Returns the error that something thrown by the HTTP library, or by Node, stands for. */
  static from(thrown: unknown): OutboundError {
    if (thrown instanceof OutboundError) return thrown;
    const cause = innermost(thrown);
    const code = codeOf(cause);
    return new OutboundError(faultOf(code), FAULT_TEXTS[code] ?? textOf(cause), { cause: thrown });
  }
}

const FAULT_TEXTS: Readonly<Record<string, string>> = Object.assign(Object.create(null) as Record<string, string>, {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset by peer',
  ENOTFOUND: 'no such host',
  EPIPE: 'connection reset by peer',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'no whole answer in time',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is too large',
  UND_ERR_SOCKET: 'connection reset by peer',
});

const RESETS: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

function faultOf(code: string): OutboundFault {
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'UND_ERR_HEADERS_OVERFLOW') return 'too-large';
  if (code.endsWith('_TIMEOUT') || code === 'ETIMEDOUT') return 'timeout';
  if (RESETS.has(code) || code.startsWith('ERR_HTTP2_')) return 'reset';
  return 'connection';
}

function innermost(thrown: unknown): unknown {
  let found = thrown;
  for (let depth = 0; depth < 5 && isNativeError(found) && isNativeError(found.cause); depth++) found = found.cause;
  return found;
}

function codeOf(thrown: unknown): string {
  const code = (thrown as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

function textOf(thrown: unknown): string {
  return isNativeError(thrown) ? thrown.message.split('\n')[0] : 'failed';
}
