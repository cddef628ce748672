import { type MaybePromise, whenSettled } from '../apimachinery/index.js';
import type { AuditEvent } from './events/audit-event.js';

/** Takes events, and passes them on or writes them (upstream: audit.Backend). */
export interface AuditSink {
  /** Takes events of one or more requests; false if a request should not go on because of them. Never throws. */
  process(events: readonly AuditEvent[]): MaybePromise<boolean>;
  /** Resolves when nothing is left to be written; no events follow. */
  close(): Promise<void>;
}

/** Reports whether several sinks have taken events, at once where all of them know at once. */
export function allTaken(results: readonly MaybePromise<boolean>[]): MaybePromise<boolean> {
  let taken: MaybePromise<boolean> = true;
  for (const result of results) taken = bothTaken(taken, result);
  return taken;
}

function bothTaken(one: MaybePromise<boolean>, other: MaybePromise<boolean>): MaybePromise<boolean> {
  return whenSettled(one, (isTaken) => whenSettled(other, (isOtherTaken) => isTaken && isOtherTaken));
}
