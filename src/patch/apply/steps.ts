import { isTurnOver, nextTurn } from '../../observability/index.js';

/** Work that may take long for large objects, and what it comes to; it may be left for a while after each of its steps. */
export type Steps<T> = Generator<void, T, void>;

/** Does all of some work at once. */
export function doAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does some work in as many turns of the event loop as it takes. */
export async function doInTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (isTurnOver()) await nextTurn();
  }
}
