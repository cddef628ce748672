const FRAME = /^\s+at (?!.*\(?node:)/;

/** The message of a thrown value and the place where its first cause was thrown; source maps have been applied. */
export function describeCause(error: unknown): string {
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
