import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { MaybePromise } from '../../apimachinery/index.js';
import type { RequestDispatch } from '../../client/index.js';
import { RequestContext } from '../../endpoints/index.js';
import { type UserInfo, parseRequestInfo, readQuery, readTarget } from '../../request/index.js';
import { sendGoaway } from '../connections/index.js';
import { hostFault, refuseHost } from '../filters/arrival-checks.js';
import { refuseUrl } from './bare-answers.js';
import { GateRunner } from './gate-runner.js';
import type { PipelineParts } from './pipeline-parts.js';
import { RequestFailures } from './request-failures.js';
import { createGates } from './request-gates.js';
import { auditId } from './request-marks.js';
import { traceRequest } from './request-trace.js';
import { staysOpen } from '../filters/stays-open.js';

/**
 * The way of every request: it gets a context, and passes the gates of `REQUEST_GATES`. Providers are resolved once, at
 * start. Whatever is thrown becomes a Status.
 */
export class RequestPipeline implements BeforeApplicationShutdown {
  private readonly runner: GateRunner;

  constructor(private readonly parts: PipelineParts) {
    const { auditor, logger, clock, responses } = parts;
    const failures = new RequestFailures({ auditor, logger, clock, showsCauses: responses.showsCauses });
    this.runner = new GateRunner(createGates(parts), {
      failed: (context, error) => failures.answer(context, error),
      ended: (context) => this.ended(context),
    });
  }

  /** Handles one request, synchronously where nothing has to be awaited. Never throws, never rejects. */
  handle = (request: IncomingMessage, response: ServerResponse): MaybePromise<void> => {
    const fault = hostFault(request);
    if (fault !== undefined) return refuseHost(response, fault);
    const { strictTransportSecurity } = this.parts.browsers;
    if (strictTransportSecurity !== '') secureTransport(request, response, strictTransportSecurity);
    const context = this.contextOf(request, response);
    if (!context) return refuseUrl(response);
    const { drain, goawayChance } = this.parts.connections;
    if (goawayChance > 0 && Math.random() < goawayChance) sendGoaway(context);
    return drain.refuses(context) ? this.refuse(context) : this.enter(context);
  };

  /**
   * Handles a request that was made in this process, as a user whose identity needs no proof. Otherwise as `handle`, but
   * short ones also while the server shuts down: leases are released then.
   */
  handleInside: RequestDispatch = (request, response, user) => {
    const context = this.contextOf(request, response, user);
    if (!context) return refuseUrl(response);
    const mayEnter = !context.isLongRunning || !this.parts.connections.drain.refuses(context);
    return mayEnter ? this.enter(context) : this.refuse(context);
  };

  /** Serves requests to the end of the server. */
  serveLate(): void {
    this.parts.connections.drain.serveLate();
  }

  /** Ends long-running requests and refuses new ones; gives others some time to finish. */
  beforeApplicationShutdown(): Promise<void> {
    return this.parts.connections.drain.finish();
  }

  private contextOf(request: IncomingMessage, response: ServerResponse, caller?: UserInfo): RequestContext | undefined {
    const target = readTarget(request.url ?? '/');
    if (!target) return undefined;
    const query = target.query === '' ? NO_QUERY : readQuery(target.query);
    const info = parseRequestInfo(request.method ?? 'GET', target.path, query);
    const { catalogue, responses, observers } = this.parts;
    return new RequestContext({
      request,
      response,
      info,
      query,
      id: auditId(request),
      catalogue,
      serializers: responses.serializers,
      compresses: responses.compresses,
      shared: responses.shared,
      isAnnotated: observers.wantsAnnotations,
      caller,
    });
  }

  private enter(context: RequestContext): MaybePromise<void> {
    const { tracing } = this.parts;
    return tracing.isActive ? traceRequest(tracing, context, () => this.run(context)) : this.run(context);
  }

  /** Refuses a request that came too late; observers see it like any other. */
  private refuse(context: RequestContext): void {
    const { observers, connections } = this.parts;
    observers.received(context);
    connections.drain.refuse(context);
    observers.answered(context);
  }

  private run(context: RequestContext): MaybePromise<void> {
    const { observers, connections } = this.parts;
    observers.received(context);
    connections.drain.entered(context, staysOpen(context));
    return this.runner.run(context);
  }

  private ended(context: RequestContext): void {
    const { observers, connections } = this.parts;
    observers.answered(context);
    if (context.trail) void context.trail.ended();
    connections.drain.left(context);
  }
}

const NO_QUERY = new URLSearchParams();

/** Browsers only accept the header over TLS (RFC 6797, 7.2). */
function secureTransport({ socket }: IncomingMessage, response: ServerResponse, directives: string): void {
  if ('encrypted' in socket) response.setHeader('strict-transport-security', directives);
}
