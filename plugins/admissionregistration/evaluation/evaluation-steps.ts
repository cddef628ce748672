import { type MaybePromise, takeTurn } from '../../../src/plugin-api/built-in.js';
import { AwaitedDecision } from './authorizer-answers.js';

/** An evaluation that yields between its expressions. */
export type EvaluationSteps<T> = Generator<void, T, void>;

/** Milliseconds of evaluation after which other requests get a turn; most evaluations are shorter. */
const SHARE_MS = 2;

/**
 * Evaluates expressions in turns with other requests, and all again once an authorizer has decided that has to wait: that
 * ends because each is asked once, and the budget allows few questions. A promise only where it waits.
 */
export function evaluateSteps<T>(begin: () => EvaluationSteps<T>): MaybePromise<T> {
  return advance(begin, begin());
}

function advance<T>(begin: () => EvaluationSteps<T>, steps: EvaluationSteps<T>): MaybePromise<T> {
  const ends = performance.now() + SHARE_MS;
  try {
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      const turn = performance.now() >= ends ? takeTurn() : undefined;
      if (turn) return turn.then(() => advance(begin, steps));
    }
  } catch (error) {
    if (error instanceof AwaitedDecision) return error.settled.then(() => evaluateSteps(begin));
    throw error;
  }
}
