/**
 * A value that is ready, or will be. Most are ready, and callers should not wait a turn for those.
 *
 * @public
 * @example
 * const decide = (): MaybePromise<boolean> => true;
 */
export type MaybePromise<T> = T | Promise<T>;

/** Applies a function to a value, at once when the value is there. */
export function whenSettled<T, R>(value: MaybePromise<T>, apply: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(apply) : apply(value);
}

/** Runs work and then, whether it failed or not, its ending: synchronously if the work is synchronous. */
export function withEnding<T>(work: () => MaybePromise<T>, end: () => void): MaybePromise<T> {
  let outcome: MaybePromise<T>;
  try {
    outcome = work();
  } catch (error) {
    end();
    throw error;
  }
  if (outcome instanceof Promise) return outcome.finally(end);
  end();
  return outcome;
}
