import type { MaybePromise } from '../../../apimachinery/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import { type RequestMetrics, turns } from '../../../observability/index.js';
import { checkLimit, withTimeout } from '../../filters/request-deadline.js';
import type { WrappingGate } from '../gate.js';
import { type HandlerParts, handleRequest } from '../request-handlers.js';

/** The last gate: has a request handled, no longer than its time. */
export class HandlerGate implements WrappingGate {
  constructor(
    private readonly handlers: HandlerParts,
    private readonly metrics: Pick<RequestMetrics, 'countLate'>,
  ) {}

  wrap(context: RequestContext): MaybePromise<void> {
    checkLimit(context);
    if (context.headers.expect !== undefined) inviteBody(context);
    // Many lists at once would delay small requests.
    const isDelayed = context.info.verb === 'list' && turns.isOver();
    const handled = isDelayed ? this.handleInTurn(context) : handleRequest(context, this.handlers);
    return withTimeout(context, handled, this.metrics.countLate);
  }

  private async handleInTurn(context: RequestContext): Promise<void> {
    await turns.nextSlice();
    return handleRequest(context, this.handlers);
  }
}

/** Sends 100 Continue to a waiting client; clients of rejected requests keep their bodies. */
function inviteBody({ request, response }: RequestContext): void {
  if (request.httpVersion !== '1.0') response.writeContinue();
}
