import type { MaybePromise } from '../apimachinery/index.js';
import type { AuditEvent } from './events/audit-event.js';

/** Takes events, and passes them on or writes them (upstream: audit.Backend). */
export interface AuditSink {
  /** Takes events of one or more requests; false if a request should not go on because of them. Never throws. */
  process(events: readonly AuditEvent[]): MaybePromise<boolean>;
  /** Resolves when nothing is left to be written; no events follow. */
  close(): Promise<void>;
}
