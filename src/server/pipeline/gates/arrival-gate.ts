import type { RequestContext } from '../../../endpoints/index.js';
import { headersTooLarge } from '../../connections/index.js';
import { MAX_HEADERS } from '../../filters/arrival-checks.js';
import { requestLimit, workLimit } from '../../filters/request-deadline.js';
import type { CheckingGate, Passage } from '../gate.js';
import type { LimitParts } from '../pipeline-parts.js';

/** Checks the number of headers (431), and reads how long the request may take (400 for an invalid `timeout`). */
export class ArrivalGate implements CheckingGate {
  constructor(private readonly limits: Pick<LimitParts, 'requestTimeoutMs' | 'release'>) {}

  check(context: RequestContext): Passage {
    if (context.request.rawHeaders.length > MAX_HEADERS * 2) throw headersTooLarge();
    const limitMs = requestLimit(context, this.limits);
    context.limitMs = limitMs;
    if (!context.isLongRunning) context.deadline = context.receivedAt + workLimit(context.info, limitMs);
    return 'passed';
  }
}
