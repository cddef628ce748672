import type { MaybePromise } from '../../../apimachinery/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import { type Logger, type RequestMetrics, turns } from '../../../observability/index.js';
import { type LateListener, checkLimit, withTimeout } from '../../filters/request-deadline.js';
import type { WrappingGate } from '../gate.js';
import { type HandlerParts, handleRequest } from '../request-handlers.js';

/** The last gate: has a request handled, no longer than its time. */
export class HandlerGate implements WrappingGate {
  private readonly late: LateListener<RequestContext>;

  constructor(
    private readonly handlers: HandlerParts,
    { metrics, logger }: { readonly metrics: Pick<RequestMetrics, 'countLate'>; readonly logger: Pick<Logger, 'warn'> },
  ) {
    this.late = { ended: metrics.countLate, expired: (context) => reportPending(context, logger) };
  }

  wrap(context: RequestContext): MaybePromise<void> {
    checkLimit(context);
    if (context.headers.expect !== undefined) inviteBody(context);
    // Many lists at once would delay small requests.
    const isDelayed = context.info.verb === 'list' && turns.isOver();
    const handled = isDelayed ? this.handleInTurn(context) : handleRequest(context, this.handlers);
    return withTimeout(context, handled, this.late);
  }

  private async handleInTurn(context: RequestContext): Promise<void> {
    await turns.nextSlice();
    return handleRequest(context, this.handlers);
  }
}

/** Names the function of a plugin that has not ended within the time of a request: it may never. */
function reportPending({ lifetime, method, path }: RequestContext, logger: Pick<Logger, 'warn'>): void {
  const { waitsFor: hook } = lifetime;
  if (hook === undefined) return;
  logger.warn('a function of a plugin has not ended within the time of a request', { hook, method, path, fix: FIX });
}

const FIX =
  'a promise that it awaits may never resolve; give waits the signal of the request, or a limit such as AbortSignal.timeout(5_000)';

/** Sends 100 Continue to a waiting client; clients of rejected requests keep their bodies. */
function inviteBody({ request, response }: RequestContext): void {
  if (request.httpVersion !== '1.0') response.writeContinue();
}
