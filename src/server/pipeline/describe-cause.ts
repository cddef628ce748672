import { StatusError, internalError } from '../../apimachinery/index.js';

const FRAME = /^\s+at (?!.*\(?node:)/;

/** Returns the internal error for a client that may know what failed, and where. */
export function withCause(error: unknown): unknown {
  const isStatus = error instanceof StatusError;
  const cause = isStatus ? error.cause : error;
  if (cause === undefined || (isStatus && error.code < 500)) return error;
  const message = isStatus ? error.message : 'an unexpected condition was met';
  return internalError(`${message}: ${describeCause(cause)}`);
}

/** The message of a thrown value and the place where its first cause was thrown; source maps have been applied. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const frame = firstCause(error)
    .stack?.split('\n')
    .find((line) => FRAME.test(line));
  return frame === undefined ? error.message : `${error.message} (${frame.trim()})`;
}

function firstCause(error: Error): Error {
  let first = error;
  while (first.cause instanceof Error) first = first.cause;
  return first;
}
