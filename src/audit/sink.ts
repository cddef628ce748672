import { type MaybePromise, whenSettled } from '../apimachinery/index.js';
import type { AuditEvent } from './events/audit-event.js';

/** Takes records, and passes them on or writes them (upstream: audit.Backend). */
export interface Sink<T> {
  /** Takes records of one or more requests; false if a request should not proceed because of them. Never throws. */
  process(records: readonly T[]): MaybePromise<boolean>;
  /** Resolves when nothing is left to be written; no records follow. */
  close(): Promise<void>;
}

/** A sink of audit events. */
export type AuditSink = Sink<AuditEvent>;

/** Is called with records that a sink has lost. */
export interface Losses<T> {
  /** Counts lost events; `plugin` is the kind of sink. */
  lose(plugin: string, reason: string, records: readonly T[]): void;
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
