import type { ObservedAuthorization, ObservedRequest, RequestObserver } from '../../request/index.js';
import type { Sink } from '../sink.js';
import { decisionRecord } from './decision-record.js';
import type { Masking } from './masking.js';

/** The dependencies of the decision log. */
export interface DecisionLogParts {
  readonly sink: Sink<string>;
  readonly masking: Masking;
  /** The fraction of allowed requests that is recorded, from 0 to 1. Others are all recorded. */
  readonly sampleRate: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number from 0 to 1, excluding 1. */
  readonly random: () => number;
}

/** Records how requests are decided (`--authorization-decision-log`). No request waits for it or fails by it. */
export class DecisionLog implements RequestObserver {
  constructor(private readonly parts: DecisionLogParts) {}

  authorized(request: ObservedRequest, decision: ObservedAuthorization): void {
    const { sink, sampleRate, random, masking, now } = this.parts;
    if (decision.verdict === 'Allow' && sampleRate < 1 && random() >= sampleRate) return;
    void sink.process([decisionRecord(request, decision, { masking, now: now() })]);
  }
}
