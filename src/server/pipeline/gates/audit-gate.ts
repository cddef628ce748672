import type { MaybePromise } from '../../../apimachinery/index.js';
import type { Auditor } from '../../../audit/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import type { RequestMetrics } from '../../../observability/index.js';
import { sendPlainFailure } from '../../filters/plain-failure.js';
import type { AskingGate, Passage } from '../gate.js';

/** Begins to record a request; answers 500 if its first event has to be stored and cannot be. */
export class AuditGate implements AskingGate<boolean> {
  readonly isMeasured = true;

  constructor(
    private readonly auditor: Pick<Auditor, 'begin'>,
    private readonly metrics: Pick<RequestMetrics, 'filters'>,
  ) {}

  ask(context: RequestContext): MaybePromise<boolean> {
    return this.auditor.begin(context);
  }

  decide(context: RequestContext, isAccepted: boolean, askedAt: number): Passage {
    this.metrics.filters.audit.observe((performance.now() - askedAt) / 1000);
    if (isAccepted) return 'passed';
    sendPlainFailure(context, 'failed to store audit event');
    return 'answered';
  }
}
