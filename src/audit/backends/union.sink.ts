import type { MaybePromise } from '../../apimachinery/index.js';
import type { AuditEvent } from '../events/audit-event.js';
import type { AuditSink } from '../sink.js';

/** Passes events to several sinks; a request goes on where all agree (upstream: audit.Union). */
export class UnionSink implements AuditSink {
  constructor(private readonly sinks: readonly AuditSink[]) {}

  process(events: readonly AuditEvent[]): MaybePromise<boolean> {
    const results = this.sinks.map((sink) => sink.process(events));
    if (!results.some((result) => result instanceof Promise)) return results.every((result) => result === true);
    return Promise.all(results).then((all) => all.every((isTaken) => isTaken));
  }

  async close(): Promise<void> {
    await Promise.all(this.sinks.map((sink) => sink.close()));
  }
}
