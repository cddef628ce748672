import type { Operations } from '../server/make-handle.js';
import type { ServerFacts } from '../server/server-operations.js';

/** The options of a server in its own thread: what can be cloned. */
export type ThreadOptions = Readonly<Record<string, unknown>>;

/** A call of an operation, sent to the thread. */
export interface Call {
  readonly id: number;
  readonly operation: keyof Operations;
  readonly words: readonly unknown[];
}

/** A message of the thread: that its server is ready, or the outcome of a call. */
export type Message =
  | { readonly ready: ServerFacts }
  | { readonly failed: Error }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: unknown };
