import type { MaybePromise } from '../../apimachinery/index.js';
import type { AuditMetrics } from '../audit-metrics.js';
import type { AuditEvent } from '../events/audit-event.js';
import { includesLevel } from '../policy/index.js';
import { type AuditSink, allTaken } from '../sink.js';

/** The limits of events, in bytes of JSON. */
export interface TruncatingParts {
  readonly delegate: AuditSink;
  readonly maxEvent: number;
  readonly maxBatch: number;
  readonly metrics: Pick<AuditMetrics, 'lose'>;
}

/**
 * Removes the objects of events that are too large, loses those that are too large without them, and splits batches that
 * are (upstream: the truncate backend).
 */
export class TruncatingSink implements AuditSink {
  constructor(private readonly parts: TruncatingParts) {}

  process(events: readonly AuditEvent[]): MaybePromise<boolean> {
    const results = this.batchesOf(events).map((batch) => this.parts.delegate.process(batch));
    return allTaken(results);
  }

  close(): Promise<void> {
    return this.parts.delegate.close();
  }

  private batchesOf(events: readonly AuditEvent[]): AuditEvent[][] {
    const batches: AuditEvent[][] = [];
    let bytes = 0;
    for (const event of events) {
      const fitting = this.fit(event);
      if (!fitting) continue;
      const last = batches.at(-1);
      bytes += fitting.size;
      if (last && bytes <= this.parts.maxBatch) last.push(fitting.event);
      else {
        batches.push([fitting.event]);
        bytes = fitting.size;
      }
    }
    return batches;
  }

  private fit(sent: AuditEvent): { readonly event: AuditEvent; readonly size: number } | undefined {
    const { maxEvent, metrics } = this.parts;
    let event = sent;
    let size = sizeOf(event);
    if (size > maxEvent && includesLevel(event.request.source.level, 'Request')) {
      event = event.truncated();
      size = sizeOf(event);
    }
    if (size <= maxEvent) return { event, size };
    metrics.lose('truncate', 'event is too large even after truncating', [event]);
    return undefined;
  }
}

/** The reference counts the end of the line too. */
function sizeOf(event: AuditEvent): number {
  try {
    return Buffer.byteLength(event.json) + 1;
  } catch {
    // Longer than a text can be.
    return Infinity;
  }
}
