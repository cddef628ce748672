import type { MaybePromise } from '../../apimachinery/index.js';
import type { RequestContext } from '../../endpoints/index.js';

/** How a gate leaves a request: to the gate after it, or answered. */
export type Passage = 'passed' | 'answered';

/** The gates after a wrapping gate, down to the handler. May be called once, at any time. */
export type Rest = (context: RequestContext) => MaybePromise<void>;

/** A gate that decides at once. Throws StatusError for a request that it rejects. */
export interface CheckingGate {
  check(context: RequestContext): Passage;
}

/**
 * A gate that asks something that may have to be waited for, such as a webhook. It contains no code for waiting: the runner
 * waits for the answer, and calls `decide` with it.
 */
export interface AskingGate<T = unknown> {
  /** True if the wait for the answer ends with the time of the request, with 504. */
  readonly isTimed?: boolean;
  /** True if `decide` needs the time of the question, in milliseconds of `performance.now()`; others get 0. */
  readonly isMeasured?: boolean;
  ask(context: RequestContext): MaybePromise<T>;
  /** Decides with the answer, also with one that came after the time of the request. Throws StatusError to reject. */
  decide(context: RequestContext, answer: T, askedAt: number): Passage;
  /** Called with what `ask` throws or rejects with, before that becomes the answer. */
  failed?(context: RequestContext, error: unknown, askedAt: number): void;
}

/** A gate around all gates after it, or the last one. Rejects as they do. */
export interface WrappingGate {
  wrap(context: RequestContext, rest: Rest): MaybePromise<void>;
}

/** A step of every request: it lets a request pass, rejects it by an error, or answers it. */
export type Gate = CheckingGate | AskingGate | WrappingGate;
