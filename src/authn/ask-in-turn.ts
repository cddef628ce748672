import type { MaybePromise } from '../apimachinery/index.js';
import { type CredentialError, refusalOf } from './credential-error.js';

/** The outcome of asking one authenticator after another. */
export interface Asked<R> {
  readonly result?: R;
  /** The errors of credentials that were recognized, and are wrong. */
  readonly refusals: readonly CredentialError[];
}

/**
 * Asks one after another until one answers; collects the errors of those that refuse. Stays synchronous for as long as
 * the answers are.
 */
export function askInTurn<A, R>(
  members: readonly A[],
  ask: (member: A) => MaybePromise<R | undefined>,
): MaybePromise<Asked<R>> {
  return askFrom(0, []);

  function askFrom(start: number, earlier: readonly CredentialError[]): MaybePromise<Asked<R>> {
    let refusals = earlier;
    for (let i = start; i < members.length; i++) {
      try {
        const answer = ask(members[i]);
        if (answer instanceof Promise) return continueAfter(answer, i + 1, refusals);
        if (answer !== undefined) return { result: answer, refusals };
      } catch (error) {
        refusals = [...refusals, refusalOf(error)];
      }
    }
    return { refusals };
  }

  async function continueAfter(
    answer: Promise<R | undefined>,
    next: number,
    refusals: readonly CredentialError[],
  ): Promise<Asked<R>> {
    try {
      const result = await answer;
      if (result !== undefined) return { result, refusals };
    } catch (error) {
      return askFrom(next, [...refusals, refusalOf(error)]);
    }
    return askFrom(next, refusals);
  }
}
