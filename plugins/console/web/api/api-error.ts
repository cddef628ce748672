/** A response that is no success, as the server described it; or a request without a response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Those of the response, where there was one. */
  headers: Headers | undefined;
  /** The faults of single fields. */
  causes: readonly StatusCause[] = [];
  /** The whole text of the response, for those that are no Status. */
  report = '';

  constructor(
    /** The status of the response; 0 where none came. */
    readonly code: number,
    /** The reason of the Status, such as `Forbidden`; empty if there is none. */
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }

  /** Returns a failure of any kind as one of these. */
  static from(fault: unknown): ApiError {
    if (fault instanceof ApiError) return fault;
    return new ApiError(0, UNREAD, fault instanceof Error ? fault.message : String(fault));
  }

  /** Returns the failure of a request that had no response: no connection, or one that broke. */
  static unanswered(fault: unknown): Error {
    // A request that the page itself gave up.
    if (fault instanceof DOMException && fault.name === 'AbortError') return fault;
    const message = 'The connection failed. Nothing is known of what the server did with the request.';
    return new ApiError(0, '', `${message} (${fault instanceof Error ? fault.message : String(fault)})`);
  }
}

/** The reason of an answer that came and that the console cannot read. */
export const UNREAD = 'Unreadable';

/** Reads the failure out of a response: its Status, or else its text. */
export function errorOf(code: number, text: string, headers?: Headers): ApiError {
  const status = statusIn(text);
  const error = new ApiError(code, status?.reason ?? '', status?.message ?? plainText(code, text));
  error.causes = status?.details?.causes ?? [];
  error.headers = headers;
  error.report = text;
  return error;
}

/** Characters of a text without a Status that are shown: a proxy may have written a whole page. */
const LONGEST_TEXT = 300;

function plainText(code: number, text: string): string {
  const shown = text.trim();
  if (shown === '' || /^(?:<|apiVersion:|kind:)/.test(shown)) return `the server answered ${code}`;
  return shown.length <= LONGEST_TEXT ? shown : `${shown.slice(0, LONGEST_TEXT)} …`;
}

/** Returns the failure that a Status in an event of a watch stands for. */
export function errorOfStatus({ code, reason, message }: StatusParts): ApiError {
  return new ApiError(code ?? 500, reason ?? '', message ?? 'the watch failed');
}

/** The parts of a Status. */
export interface StatusParts {
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly StatusCause[] };
}

/** One fault that a Status names. */
export interface StatusCause {
  readonly field?: string;
  readonly message?: string;
}

function statusIn(text: string): StatusParts | undefined {
  try {
    const value = JSON.parse(text) as StatusParts & { readonly kind?: string };
    return value.kind === 'Status' ? value : undefined;
  } catch {
    return undefined;
  }
}
