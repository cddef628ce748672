import { type MaybePromise, StatusError, textOfHeader, whenSettled, wellFormed } from '../apimachinery/index.js';
import type { Clock } from '../observability/index.js';
import { isClosed } from '../request/index.js';
import { AuditTrail, type RecordedRequest } from './audit-trail.js';
import type { AuditMetrics } from './audit-metrics.js';
import type { AuditEvent } from './events/audit-event.js';
import { RequestFacts } from './events/request-facts.js';
import { sourceIps } from './events/source-ips.js';
import { holdAnswer } from './held-answer.js';
import type { PolicyFile, RequestConfig } from './policy/index.js';
import type { AuditSink } from './sink.js';

/** A request, and where its trail is kept. */
export interface AuditedRequest extends RecordedRequest {
  trail: AuditTrail | undefined;
}

/** The dependencies of an auditor. */
export interface AuditorParts {
  readonly policy: Pick<PolicyFile, 'evaluate'>;
  readonly sink: AuditSink;
  readonly metrics: AuditMetrics;
  readonly clock: Clock;
  /** True if answers wait until their events are delivered. */
  readonly holdsAnswers: boolean;
}

/** Longer user agents are cut (upstream: maxUserAgentLength). */
const MAX_USER_AGENT = 1024;

/** Records requests as the policy says (upstream: WithAudit). A server without a policy or backend has no auditor. */
export class Auditor {
  constructor(private readonly parts: AuditorParts) {}

  /**
   * Starts to record a request whose caller is known. False where its first event could not be stored, and the request has to
   * be refused.
   */
  begin(request: AuditedRequest): MaybePromise<boolean> {
    const trail = this.trailOf(request);
    if (!trail) return true;
    return whenSettled(trail.received(), (isStored) => {
      if (isStored) this.follow(request, trail);
      else this.parts.metrics.rejected.increment();
      return isStored;
    });
  }

  /** Records that a request has failed, also one whose caller could not be found. */
  failed(request: AuditedRequest, error: unknown): void {
    if (!request.trail && !request.caller && isAudited(error)) {
      request.trail = this.trailOf(request);
      request.trail?.refuse();
    }
    if (error instanceof StatusError) {
      if (isClosed(request.response)) request.trail?.sawStatus(error.status);
    } else if (!isClosed(request.response)) request.trail?.panicked((error as Error).message);
  }

  private follow(request: AuditedRequest, trail: AuditTrail): void {
    const { response } = request;
    request.trail = trail;
    if (request.isLongRunning) response.once('taken', (status: number) => trail.started(status));
    if (this.parts.holdsAnswers) holdAnswer(response, () => trail.ended());
  }

  private trailOf(request: AuditedRequest): AuditTrail | undefined {
    const config = this.configOf(request);
    if (config.level === 'None') return undefined;
    const { clock } = this.parts;
    // The time of day may jump while a request is answered; the time it takes does not.
    const offset = clock.now() - clock.monotonic();
    const now = (): number => offset + clock.monotonic();
    const receivedAt = offset + request.receivedAt;
    const facts = factsOf(request, { config, receivedAt });
    return new AuditTrail(request, { config, facts, now, record: this.record, onUnrecorded: this.onUnrecorded });
  }

  private configOf({ caller, info }: AuditedRequest): RequestConfig {
    const { policy, metrics } = this.parts;
    const config = policy.evaluate({ user: caller, info });
    metrics.countLevel(config.level);
    return config;
  }

  private readonly onUnrecorded = (error: unknown): void => this.parts.metrics.loseObject(error);

  private readonly record = (event: AuditEvent): MaybePromise<boolean> => {
    this.parts.metrics.events.increment();
    return this.parts.sink.process([event]);
  };
}

/** Reports whether a request that fails before its caller is known is recorded: for its credentials or its timeout. */
function isAudited(error: unknown): boolean {
  return error instanceof StatusError && (error.code === 401 || error.code === 400);
}

function factsOf(
  { id, info, caller, request }: AuditedRequest,
  { config, receivedAt }: { readonly config: RequestConfig; readonly receivedAt: number },
): RequestFacts {
  return new RequestFacts({
    id,
    level: config.level,
    uri: textOf(request.url ?? ''),
    verb: info.verb,
    user: caller,
    sourceIps: sourceIps(request),
    userAgent: userAgentOf(textOf(request.headers['user-agent'] ?? '')),
    receivedAt,
  });
}

function userAgentOf(sent: string): string {
  return sent.length > MAX_USER_AGENT ? `${sent.slice(0, MAX_USER_AGENT)}...TRUNCATED` : sent;
}

const ASCII = /^[\x00-\x7f]*$/;

/** Node reads the bytes of paths and headers as characters. */
function textOf(bytes: string): string {
  return ASCII.test(bytes) ? bytes : wellFormed(textOfHeader(bytes));
}
