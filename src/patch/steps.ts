import type { MaybePromise } from '../apimachinery/index.js';
import { isTurnOver, nextTurn } from '../observability/index.js';

/**
 * Work that may take long for large objects, and what it comes to; it may be left for a while after each of its steps. A
 * step that ends with a promise is followed by the next one when that is settled, see `settled`.
 */
export type Steps<T> = Generator<Promise<unknown> | void, T, unknown>;

/** The value of something that may have to be waited for. */
export function* settled<T>(value: MaybePromise<T>): Steps<T> {
  return value instanceof Promise ? ((yield value) as T) : value;
}

/** Does all of some work at once. Throws where it would have to wait. */
export function doAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (value) throw new Error('work that is done at once has to wait');
  }
}

/** Does some work in as many turns of the event loop as it takes. */
export async function doInTurns<T>(steps: Steps<T>): Promise<T> {
  return goOn(steps, steps.next());
}

/** Does some work in as many turns as it takes; a promise only where it waits or takes more than the rest of the current one. */
export function doInTurnsIfLong(steps: Steps<void>): Promise<void> | undefined {
  for (;;) {
    const step = steps.next();
    if (step.done) return undefined;
    if (step.value || isTurnOver()) return goOn(steps, step);
  }
}

async function goOn<T>(steps: Steps<T>, begun: IteratorResult<Promise<unknown> | void, T>): Promise<T> {
  let step = begun;
  while (!step.done) {
    if (!step.value && isTurnOver()) await nextTurn();
    step = step.value ? await nextAfter(steps, step.value) : steps.next();
  }
  return step.value;
}

async function nextAfter<T>(
  steps: Steps<T>,
  value: Promise<unknown>,
): Promise<IteratorResult<Promise<unknown> | void, T>> {
  let outcome: unknown;
  try {
    outcome = await value;
  } catch (error) {
    return steps.throw(error);
  }
  return steps.next(outcome);
}
