import { type MaybePromise, whenSettled } from '../../apimachinery/index.js';
import type { AuditEvent } from '../events/audit-event.js';
import type { AuditSink } from '../sink.js';

/** Waits for events to be written, and lets requests proceed where they were not (upstream: ignoreErrorsBackend). */
export class LenientSink implements AuditSink {
  constructor(private readonly delegate: AuditSink) {}

  process(events: readonly AuditEvent[]): MaybePromise<boolean> {
    return whenSettled(this.delegate.process(events), () => true);
  }

  close(): Promise<void> {
    return this.delegate.close();
  }
}
