import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { type MaybePromise, failure, whenSettled } from '../../apimachinery/index.js';
import {
  type AuthenticationResult,
  type Authenticator,
  type FrontProxies,
  rejectionReason,
  removeRequestHeaders,
  tokensOf,
  auditAnnotationsOf,
} from '../../authn/index.js';
import {
  type AuthorizationAttributes,
  type Authorizer,
  type Decision,
  attributesOf,
  objectFilterOf,
} from '../../authz/index.js';
import type { Auditor } from '../../audit/index.js';
import type { RequestDispatch } from '../../client/index.js';
import type { Serializers } from '../../codecs/index.js';
import {
  type AnswerResources,
  type ApiHandler,
  RequestContext,
  isBesideUnstructured,
  sendError,
} from '../../endpoints/index.js';
import {
  type Clock,
  type Logger,
  type RequestMetrics,
  type Tracing,
  isTurnOver,
  nextSlice,
} from '../../observability/index.js';
import type { Catalogue } from '../../plugin-host/index.js';
import { upgradeResponseOf } from '../../proxy/index.js';
import {
  type ObjectFilter,
  type RequestObservers,
  type UserInfo,
  isClosed,
  parseRequestInfo,
} from '../../request/index.js';
import { StatusError } from '../../apimachinery/index.js';
import { MAX_HEADERS, hostFault, refuseHost } from '../filters/arrival-checks.js';
import { type ClientCertificates, connectionOf } from '../filters/client-certificate.js';
import { headersTooLarge, sendGoaway } from '../connections/index.js';
import { CorsFilter } from '../filters/cors.filter.js';
import { CrossSiteFilter } from '../filters/cross-site.filter.js';
import { deny } from '../filters/deny.js';
import { impersonate } from '../filters/impersonation.filter.js';
import type { RequestLimiter } from '../filters/request-limiter.js';
import type { DelegationHandler } from '../aggregation/delegation-handler.js';
import type { NonResourceHandler } from '../pages/non-resource-handler.js';
import { observeAuthentication, observeAuthorization } from '../start/observed-gates.js';
import { refuseBare, refuseUrl } from './bare-answers.js';
import { auditId, hasImpersonation } from './request-marks.js';
import { withCause } from './describe-cause.js';
import { withNestingFault } from './nesting-fault.js';
import { RejectionLog } from '../filters/rejection-log.js';
import { checkLimit, decideWithin, requestLimit, withTimeout, workLimit } from '../filters/request-deadline.js';
import type { RequestDrain } from './request-drain.js';
import { traceRequest } from './request-trace.js';
import { readQuery, readTarget } from './request-target.js';
import { discardBody } from '../filters/unread-body.js';
import { refusePlainly } from '../filters/plain-failure.js';

/** The handlers of the pipeline. */
export interface PipelineParts {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  readonly api: ApiHandler;
  /** Requests to the servers behind this one. */
  readonly delegation: DelegationHandler;
  readonly catalogue: Catalogue;
  readonly nonResource: NonResourceHandler;
  readonly metrics: RequestMetrics;
  /** Records requests; undefined where nothing is recorded. */
  readonly auditor: Auditor | undefined;
  /** Are called at every gate. */
  readonly observers: RequestObservers;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly serializers: Serializers;
  readonly clientCertificates: ClientCertificates;
  /** Their user headers are not forwarded. */
  readonly frontProxies: Pick<FrontProxies, 'current'>;
  /** How many requests execute at a time. */
  readonly limiter: RequestLimiter;
  readonly requestTimeoutMs: number;
  /** Regular expressions of the origins browsers may call from. */
  readonly allowedOrigins: readonly string[];
  /** True if changes that pages of other sites may have caused are refused. */
  readonly refusesCrossSite: boolean;
  /** The Strict-Transport-Security header of answers over TLS; empty for none. */
  readonly strictTransportSecurity: string;
  /** The end of requests at shutdown. */
  readonly drain: RequestDrain;
  /** The fraction of HTTP/2 requests whose connection is ended. */
  readonly goawayChance: number;
  /** True if responses include the causes of internal errors. */
  readonly showsCauses: boolean;
  /** True if large answers are compressed for those who take that. */
  readonly compresses: boolean;
  readonly shared: AnswerResources;
  /** Where spans of requests go. */
  readonly tracing: Tracing;
}

/**
 * The way of every request: request info, authentication, impersonation, limits, authorization, handler. Plain
 * functions over one context; providers are resolved once, at start. Whatever is thrown becomes a Status.
 */
export class RequestPipeline implements BeforeApplicationShutdown {
  private readonly cors: CorsFilter | undefined;
  private readonly crossSite: CrossSiteFilter | undefined;
  private readonly rejections: RejectionLog;

  constructor(private readonly parts: PipelineParts) {
    this.rejections = new RejectionLog(parts.logger, parts.clock);
    this.crossSite = parts.refusesCrossSite ? new CrossSiteFilter(parts.allowedOrigins) : undefined;
    this.cors = parts.allowedOrigins.length > 0 ? new CorsFilter(parts.allowedOrigins) : undefined;
  }

  /** Answers one request, at once where nothing has to be waited for. Never throws, never rejects. */
  handle = (request: IncomingMessage, response: ServerResponse): MaybePromise<void> => {
    const fault = hostFault(request);
    if (fault !== undefined) return refuseHost(response, fault);
    const { strictTransportSecurity } = this.parts;
    if (strictTransportSecurity !== '') secureTransport(request, response, strictTransportSecurity);
    const context = this.contextOf(request, response);
    if (!context) return refuseUrl(response);
    const { drain, goawayChance } = this.parts;
    if (goawayChance > 0 && Math.random() < goawayChance) sendGoaway(context);
    return drain.refuses(context) ? this.refuse(context) : this.enter(context);
  };

  /**
   * Answers a request that was made in this process, as a user whose identity needs no proof. Otherwise as `handle`, but
   * short ones also while the server shuts down: leases are released then.
   */
  handleInside: RequestDispatch = (request, response, user) => {
    const context = this.contextOf(request, response);
    if (!context) return refuseUrl(response);
    context.caller = user;
    const mayEnter = !context.isLongRunning || !this.parts.drain.refuses(context);
    return mayEnter ? this.enter(context) : this.refuse(context);
  };

  /** Has requests served to the end of the server. */
  serveLate(): void {
    this.parts.drain.serveLate();
  }

  /** Ends long-running requests and refuses new ones; gives others some time to finish. */
  beforeApplicationShutdown(): Promise<void> {
    return this.parts.drain.finish();
  }

  private enter(context: RequestContext): MaybePromise<void> {
    const { tracing } = this.parts;
    return tracing.isActive ? traceRequest(tracing, context, () => this.run(context)) : this.run(context);
  }

  /** Refuses a request that came too late; observers see it like any other. */
  private refuse(context: RequestContext): void {
    const { observers, drain } = this.parts;
    observers.received(context);
    drain.refuse(context);
    observers.answered(context);
  }

  private run(context: RequestContext): MaybePromise<void> {
    const { observers, drain } = this.parts;
    observers.received(context);
    const isLong = staysOpen(context);
    drain.entered(context, isLong);
    let answered: MaybePromise<void>;
    try {
      answered = this.answerOrFail(context);
    } catch (error) {
      this.end(context, isLong);
      throw error;
    }
    if (answered instanceof Promise) return this.endLater(answered, context, isLong);
    this.end(context, isLong);
  }

  private endLater(answered: Promise<void>, context: RequestContext, isLong: boolean): Promise<void> {
    return answered.finally(() => this.end(context, isLong));
  }

  private end(context: RequestContext, isLong: boolean): void {
    this.parts.observers.answered(context);
    if (context.trail) void context.trail.ended();
    this.parts.drain.left(context, isLong);
  }

  private answerOrFail(context: RequestContext): MaybePromise<void> {
    try {
      const answered = this.answer(context);
      return answered instanceof Promise ? this.failLater(answered, context) : undefined;
    } catch (error) {
      return this.fail(context, error);
    }
  }

  // The functions that wait are apart from those that do not: only the former pay for their closures.

  private failLater(answered: Promise<void>, context: RequestContext): Promise<void> {
    return answered.catch((error) => this.fail(context, error));
  }

  private contextOf(request: IncomingMessage, response: ServerResponse): RequestContext | undefined {
    const target = readTarget(request.url ?? '/');
    if (!target) return undefined;
    const query = target.query === '' ? NO_QUERY : readQuery(target.query);
    const info = parseRequestInfo(request.method ?? 'GET', target.path, query);
    const { catalogue, serializers, compresses, shared, observers } = this.parts;
    return new RequestContext({
      request,
      response,
      info,
      query,
      id: auditId(request),
      catalogue,
      serializers,
      compresses,
      shared,
      isAnnotated: observers.wantsAnnotations,
    });
  }

  private answer(context: RequestContext): MaybePromise<void> {
    if (context.request.rawHeaders.length > MAX_HEADERS * 2) throw headersTooLarge();
    const limitMs = requestLimit(context, this.parts.requestTimeoutMs);
    if (!context.isLongRunning) context.deadline = context.receivedAt + workLimit(context.info, limitMs);
    if (this.cors?.apply(context)) return undefined;
    this.crossSite?.check(context);
    const outcome = observeAuthentication(this.parts.observers, context, this.authenticate);
    return outcome instanceof Promise
      ? this.answerLater(context, outcome, limitMs)
      : this.answerKnown(context, outcome, limitMs);
  }

  private answerLater(
    context: RequestContext,
    outcome: Promise<AuthenticationResult | undefined>,
    limitMs: number,
  ): Promise<void> {
    return decideWithin(context, outcome, limitMs).then((identity) => this.answerKnown(context, identity, limitMs));
  }

  private readonly authenticate = (context: RequestContext): MaybePromise<AuthenticationResult | undefined> => {
    if (context.caller) return { user: (context.user = context.caller) };
    const { authenticator, clientCertificates } = this.parts;
    const answer = authenticator.authenticate({
      headers: context.headers,
      rawHeaders: context.request.rawHeaders,
      path: context.path,
      clientCertificate: () => clientCertificates.of(context.request),
      connection: connectionOf(context.request),
      warn: context.warn,
    });
    return answer instanceof Promise
      ? answer.then((identity) => noteIdentity(context, identity))
      : noteIdentity(context, answer);
  };

  private answerKnown(
    context: RequestContext,
    identity: AuthenticationResult | undefined,
    limitMs: number,
  ): MaybePromise<void> {
    if (!identity) throw failure(401, 'Unauthorized', { reason: 'Unauthorized' });
    const { auditor } = this.parts;
    return auditor
      ? this.answerAudited(context, { identity, auditor }, limitMs)
      : this.answerIdentified(context, identity, limitMs);
  }

  private answerAudited(
    context: RequestContext,
    { identity, auditor }: { readonly identity: AuthenticationResult; readonly auditor: Auditor },
    limitMs: number,
  ): MaybePromise<void> {
    const began = performance.now();
    return whenSettled(auditor.begin(context), (isAccepted) => {
      this.parts.metrics.filters.audit.observe((performance.now() - began) / 1000);
      if (!isAccepted) return refusePlainly(context, 'failed to store audit event');
      return this.answerIdentified(context, identity, limitMs);
    });
  }

  private answerIdentified(
    context: RequestContext,
    { user }: AuthenticationResult,
    limitMs: number,
  ): MaybePromise<void> {
    const { current: trust } = this.parts.frontProxies;
    if (trust) removeRequestHeaders(context.request, trust);
    return hasImpersonation(context)
      ? this.answerImpersonated(context, user, limitMs)
      : this.answerLimited(context, limitMs);
  }

  private async answerImpersonated(context: RequestContext, user: UserInfo, limitMs: number): Promise<void> {
    const impersonated = impersonate(context, this.parts.authorizer);
    context.user = (await decideWithin(context, impersonated, limitMs)) ?? user;
    return this.answerLimited(context, limitMs);
  }

  private answerLimited(context: RequestContext, limitMs: number): MaybePromise<void> {
    return this.parts.limiter.run(context, limitMs, this.authorizeAndHandle);
  }

  private readonly authorizeAndHandle = (context: RequestContext, limitMs: number): MaybePromise<void> => {
    const attributes = attributesOf(context.user, context.info);
    const { authorizer, observers } = this.parts;
    const decision = observeAuthorization(observers, context, { authorizer, attributes });
    return decision instanceof Promise
      ? decideWithin(context, decision, limitMs).then((late) =>
          this.handleDecided(context, { attributes, decision: late }, limitMs),
        )
      : this.handleDecided(context, { attributes, decision }, limitMs);
  };

  private handleDecided(
    context: RequestContext,
    { attributes, decision }: { readonly attributes: AuthorizationAttributes; readonly decision: Decision },
    limitMs: number,
  ): MaybePromise<void> {
    if (decision.verdict !== 'Allow') throw deny(context, attributes, decision.reason);
    const filter = objectFilterOf(this.parts.authorizer, attributes, decision);
    return filter ? this.handleFiltered(context, filter, limitMs) : this.handleAllowed(context, limitMs);
  }

  private handleFiltered(
    context: RequestContext,
    filter: MaybePromise<ObjectFilter | undefined>,
    limitMs: number,
  ): MaybePromise<void> {
    return whenSettled(filter, (objectFilter) => {
      context.objectFilter = objectFilter;
      return this.handleAllowed(context, limitMs);
    });
  }

  private handleAllowed(context: RequestContext, limitMs: number): MaybePromise<void> {
    checkLimit(context, limitMs);
    if (context.headers.expect !== undefined) inviteBody(context);
    // Many lists at once would hold up those who want little.
    const handled = context.info.verb === 'list' && isTurnOver() ? this.handleInTurn(context) : this.handlerOf(context);
    if (!(handled instanceof Promise) || staysOpen(context)) return handled;
    return withTimeout(context, handled, { limitMs, onLate: this.parts.metrics.countLate });
  }

  private async handleInTurn(context: RequestContext): Promise<void> {
    await nextSlice();
    return this.handlerOf(context);
  }

  private handlerOf(context: RequestContext): MaybePromise<void> {
    const { info, path } = context;
    const delegated = this.parts.delegation.serviceOf(path);
    if (delegated && context.objectFilter) throw cannotFilter(context);
    if (delegated) return this.parts.delegation.handle(context, delegated);
    // An empty group is the core's own path only: below `/apis/` it names nothing.
    const isServed = info.group === '' ? info.apiPrefix === 'api' : this.parts.nonResource.servesGroupOf(path);
    const isApi = info.isResourceRequest && isServed;
    if (path.startsWith('//') || !isApi) return this.parts.nonResource.handle(context);
    if (!context.resource || isBesideUnstructured(context)) return this.parts.nonResource.missing(context);
    return this.parts.api.handle(context);
  }

  private async fail(context: RequestContext, thrown: unknown): Promise<void> {
    const error = withNestingFault(thrown, context.info.verb);
    annotateAll(context, auditAnnotationsOf(error));
    this.parts.auditor?.failed(context, error);
    if (!(thrown instanceof StatusError) && !context.signal.aborted) {
      this.parts.logger.error('a request failed', { error: thrown, path: context.path, verb: context.info.verb });
    }
    const reason = error instanceof StatusError && error.code === 401 ? rejectionReason(error) : undefined;
    if (reason !== undefined) this.tellRejection(context, reason);
    if (error instanceof StatusError && error.cause && error.code >= 500) {
      this.parts.logger.warn('a request failed inside', { error: error.cause, path: context.path });
    }
    try {
      if (isClosed(context.response)) context.response.statusCode = codeOf(error);
      else {
        // An answer that has begun cannot become an error: it is broken off.
        context.isAborted = context.response.headersSent;
        await sendError(context, this.parts.showsCauses ? withCause(error) : error);
      }
    } catch (second) {
      this.parts.logger.error('a failure could not be answered', { error: second });
      refuseBare(context.response);
    }
    discardBody(context.request);
  }

  private tellRejection({ info, path, headers, request }: RequestContext, reason: string): void {
    const { remoteAddress } = request.socket;
    this.rejections.tell({ reason, verb: info.verb, path, from: remoteAddress, secrets: tokensOf(headers) });
  }
}

/** Notes who a request comes from; undefined where nobody knows. */
function noteIdentity(
  context: RequestContext,
  identity: AuthenticationResult | undefined,
): AuthenticationResult | undefined {
  if (!identity) return undefined;
  context.user = context.caller = identity.user;
  annotateAll(context, identity.auditAnnotations);
  return identity;
}

/** Objects of another server are not seen here: rather none than all. */
function cannotFilter(context: RequestContext): StatusError {
  const reason = 'the objects of an extension server cannot be filtered';
  return deny(context, attributesOf(context.user, context.info), reason);
}

function annotateAll(context: RequestContext, annotations: Readonly<Record<string, string>> | undefined): void {
  for (const key in annotations) context.annotate(key, annotations[key]);
}

/** The code that nobody was there to read, for those who observe requests. */
function codeOf(error: unknown): number {
  return error instanceof StatusError ? error.code : 500;
}

/** Connections of another protocol are open as long as both ends want, whatever the request is about. */
function staysOpen({ isLongRunning, response }: RequestContext): boolean {
  return isLongRunning || upgradeResponseOf(response) !== undefined;
}

const NO_QUERY = new URLSearchParams();

/** Sends 100 Continue to a waiting client; clients of rejected requests keep their bodies. */
function inviteBody({ request, response }: RequestContext): void {
  if (request.httpVersion !== '1.0') response.writeContinue();
}

/** Browsers only accept the header over TLS (RFC 6797, 7.2). */
function secureTransport({ socket }: IncomingMessage, response: ServerResponse, directives: string): void {
  if ('encrypted' in socket) response.setHeader('strict-transport-security', directives);
}
