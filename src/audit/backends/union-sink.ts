import type { MaybePromise } from '../../apimachinery/index.js';
import type { AuditEvent } from '../events/audit-event.js';
import { type AuditSink, allTaken } from '../sink.js';

/** Passes events to several sinks; a request proceeds where all agree (upstream: audit.Union). */
export class UnionSink implements AuditSink {
  constructor(private readonly sinks: readonly AuditSink[]) {}

  process(events: readonly AuditEvent[]): MaybePromise<boolean> {
    const results = this.sinks.map((sink) => sink.process(events));
    return allTaken(results);
  }

  async close(): Promise<void> {
    await Promise.all(this.sinks.map((sink) => sink.close()));
  }
}
