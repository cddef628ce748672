import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpAdapterHost } from '@nestjs/core';
import type { RequestContext } from '../../endpoints/index.js';
import type { RouteClaims, RouteOwner } from '../../plugin-host/index.js';
import { upgradeResponseOf } from '../../proxy/index.js';
import { attachUser } from '../../request/index.js';
import { routeFailure } from './route-failure.js';
import { routedTarget } from './routed-target.js';

/** The part of a Fastify instance that routes a request of Node's. */
export interface RawRouter {
  routing(request: IncomingMessage, response: ServerResponse): void;
}

/** A request that a router could not answer, as Fastify passes it to handlers of failures. */
export interface FailedRequest {
  readonly request: { readonly raw: object; readonly is404: boolean };
  /** `hijack` makes Fastify leave the response to others. */
  readonly reply: { hijack(): unknown };
}

/** The state of a request in Nest's router. */
interface Handover {
  /** Called when no controller has a route for it. */
  readonly leave: () => void;
  /** Called with what a controller, or what runs before it, threw; the pipeline answers. */
  readonly fail: (error: unknown) => void;
}

/**
 * Passes requests that passed all filters to Nest's router: ordinary controllers answer them. Only claimed paths get
 * there, and they are routed as they were authorized.
 */
export class NestRouter {
  private readonly handovers = new WeakMap<object, Handover>();
  private readonly routers = new WeakMap<RouteOwner, RawRouter>();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly claims: RouteClaims,
  ) {}

  /** Returns the paths of controllers, for the list of paths. */
  paths(): string[] {
    return this.claims.paths();
  }

  /**
   * Routes a request to a controller; resolves with false, without a response, if none has a route for it. Rejects with
   * the exception of a controller.
   */
  async answer(context: RequestContext): Promise<boolean> {
    const { request, response, path } = context;
    const owner = this.claims.ownerOf(path);
    const target = owner && routedTarget(path);
    if (!owner || target === undefined || upgradeResponseOf(response)) return false;
    request.url = `${target}${queryOf(request.url ?? '')}`;
    attachUser(request, context.user);
    context.prepareHeaders({ 'x-content-type-options': 'nosniff' });
    const isKnown = await this.route(context, this.routers.get(owner) ?? this.host.httpAdapter.getInstance());
    context.countSent(Number(response.getHeader('content-length') ?? 0));
    return isKnown;
  }

  /** Mounts the router of an owner, in place of the one that has the routes of the start. */
  mount(owner: RouteOwner, router: RawRouter): void {
    this.routers.set(owner, router);
  }

  /** Takes an owner's router away again. */
  unmount(owner: RouteOwner): void {
    this.routers.delete(owner);
  }

  /** Takes over a request that failed, or that no controller has a route for: the pipeline answers it. */
  fail(error: unknown, { request, reply }: FailedRequest): void {
    const handover = this.handovers.get(request.raw);
    reply.hijack();
    if (request.is404) handover?.leave();
    else handover?.fail(routeFailure(error));
  }

  private route({ request, response }: RequestContext, fastify: RawRouter): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.handovers.set(request, { leave: () => resolve(false), fail: reject });
      if (response.closed) return resolve(true);
      response.once('close', () => resolve(true));
      fastify.routing(request, response);
    });
  }
}

function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? '' : target.slice(mark);
}
