import type { MaybePromise } from '../apimachinery/index.js';
import { faultsOf } from './credential-error.js';

/** The outcome of asking one authenticator after another. */
export interface Asked<R> {
  readonly result?: R;
  /** The faults of credentials that were recognized. */
  readonly faults: readonly string[];
}

/**
 * Asks one after another until one answers; collects the faults of those that refuse. Stays synchronous for as long as
 * the answers are.
 */
export function askInTurn<A, R>(
  members: readonly A[],
  ask: (member: A) => MaybePromise<R | undefined>,
): MaybePromise<Asked<R>> {
  return askFrom(0, []);

  function askFrom(start: number, earlier: readonly string[]): MaybePromise<Asked<R>> {
    let faults = earlier;
    for (let i = start; i < members.length; i++) {
      try {
        const answer = ask(members[i]);
        if (answer instanceof Promise) return continueAfter(answer, i + 1, faults);
        if (answer !== undefined) return { result: answer, faults };
      } catch (error) {
        faults = [...faults, ...faultsOf(error)];
      }
    }
    return { faults };
  }

  async function continueAfter(
    answer: Promise<R | undefined>,
    next: number,
    faults: readonly string[],
  ): Promise<Asked<R>> {
    try {
      const result = await answer;
      if (result !== undefined) return { result, faults };
    } catch (error) {
      return askFrom(next, [...faults, ...faultsOf(error)]);
    }
    return askFrom(next, faults);
  }
}
