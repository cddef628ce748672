/** A response that is no success, as the server described it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Those of the response, where there was one. */
  headers: Headers | undefined;
  /** The faults of single fields. */
  causes: readonly StatusCause[] = [];

  constructor(
    readonly code: number,
    /** The reason of the Status, such as `Forbidden`; empty if there is none. */
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

/** Reads the failure out of a response: its Status, or else its text. */
export function errorOf(code: number, text: string, headers?: Headers): ApiError {
  const status = statusIn(text);
  const message = status?.message ?? (text.trim() || `the server answered ${code}`);
  const error = new ApiError(code, status?.reason ?? '', message);
  error.causes = status?.details?.causes ?? [];
  error.headers = headers;
  return error;
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
