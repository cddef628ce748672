import { StatusError } from '../../apimachinery/index.js';
import type { Auditor } from '../../audit/index.js';
import { auditAnnotationsOf, rejectionReason, tokensOf } from '../../authn/index.js';
import { type RequestContext, sendError } from '../../endpoints/index.js';
import type { Clock, Logger } from '../../observability/index.js';
import { isClosed } from '../../request/index.js';
import { RejectionLog } from '../filters/rejection-log.js';
import { discardBody } from '../filters/unread-body.js';
import { annotateAll } from './annotate-all.js';
import { refuseBare } from './bare-answers.js';
import { withCause } from './describe-cause.js';
import { withNestingFault } from './nesting-fault.js';

/** The dependencies of answers to failed requests. */
export interface FailureParts {
  readonly auditor: Pick<Auditor, 'failed'> | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
  /** True if responses include the causes of internal errors. */
  readonly showsCauses: boolean;
}

/** Turns whatever a request fails with into its answer, and records it. */
export class RequestFailures {
  private readonly rejections: RejectionLog;

  constructor(private readonly parts: FailureParts) {
    this.rejections = new RejectionLog(parts.logger, parts.clock);
  }

  /** Responds to a request that failed. Never rejects. */
  async answer(context: RequestContext, thrown: unknown): Promise<void> {
    const error = withNestingFault(thrown, context.info.verb);
    annotateAll(context, auditAnnotationsOf(error));
    this.parts.auditor?.failed(context, error);
    this.log(context, thrown, error);
    try {
      if (isClosed(context.response)) context.response.statusCode = codeOf(error);
      else await this.send(context, error);
    } catch (second) {
      this.parts.logger.error('a failure could not be answered', { error: second });
      refuseBare(context.response);
    }
    discardBody(context.request);
  }

  private log(context: RequestContext, thrown: unknown, error: unknown): void {
    const { logger } = this.parts;
    const { path, info } = context;
    if (!(thrown instanceof StatusError) && !context.signal.aborted) {
      logger.error('a request failed', { error: thrown, path, verb: info.verb });
    }
    if (!(error instanceof StatusError)) return;
    const reason = error.code === 401 ? rejectionReason(error) : undefined;
    if (reason !== undefined) this.logRejection(context, reason);
    if (error.cause && error.code >= 500) logger.warn('a request failed inside', { error: error.cause, path });
  }

  private logRejection({ info, path, headers, request }: RequestContext, reason: string): void {
    const { remoteAddress } = request.socket;
    this.rejections.tell({ reason, verb: info.verb, path, from: remoteAddress, secrets: tokensOf(headers) });
  }

  private send(context: RequestContext, error: unknown): Promise<void> {
    // An answer that has begun cannot become an error: it is broken off.
    context.isAborted = context.response.headersSent;
    return sendError(context, this.parts.showsCauses ? withCause(error) : error);
  }
}

/** The code for observers of a request whose client has gone. */
function codeOf(error: unknown): number {
  return error instanceof StatusError ? error.code : 500;
}
