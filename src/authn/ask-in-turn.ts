import type { MaybePromise } from '../apimachinery/index.js';
import { type CredentialError, refusalOf } from './credential-error.js';

/** The outcome of asking one authenticator after another. */
export interface Asked<R> {
  readonly result?: R;
  /** The errors of credentials that were recognized, and are wrong. */
  readonly refusals: readonly CredentialError[];
}

/** Authenticators, and what they are asked. */
interface Question<A, S, R> {
  readonly members: readonly A[];
  readonly subject: S;
  /** Asks one of them. */
  readonly ask: (member: A, subject: S) => MaybePromise<R | undefined>;
}

const NONE: readonly CredentialError[] = [];

/**
 * Asks one after another until one answers; collects the errors of those that refuse. Stays synchronous for as long as
 * the answers are.
 */
export function askInTurn<A, S, R>(question: Question<A, S, R>): MaybePromise<Asked<R>> {
  return askFrom(question, 0, NONE);
}

function askFrom<A, S, R>(
  question: Question<A, S, R>,
  start: number,
  earlier: readonly CredentialError[],
): MaybePromise<Asked<R>> {
  const { members, subject, ask } = question;
  let refusals = earlier;
  for (let i = start; i < members.length; i++) {
    try {
      const answer = ask(members[i], subject);
      if (answer instanceof Promise) return continueAfter(answer, refusals, { ...question, next: i + 1 });
      if (answer !== undefined) return { result: answer, refusals };
    } catch (error) {
      refusals = [...refusals, refusalOf(error)];
    }
  }
  return { refusals };
}

async function continueAfter<A, S, R>(
  answer: Promise<R | undefined>,
  refusals: readonly CredentialError[],
  rest: Question<A, S, R> & { readonly next: number },
): Promise<Asked<R>> {
  try {
    const result = await answer;
    if (result !== undefined) return { result, refusals };
  } catch (error) {
    return askFrom(rest, rest.next, [...refusals, refusalOf(error)]);
  }
  return askFrom(rest, rest.next, refusals);
}
