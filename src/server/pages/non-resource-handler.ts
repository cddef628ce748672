import type { OutgoingHttpHeaders } from 'node:http';
import {
  methodNotAllowed,
  noRepresentation,
  notAcceptable,
  pathNotFound,
  pathsIncomplete,
  withoutTrailing,
} from '../../apimachinery/index.js';
import type { IssuerDiscovery } from '../../authn/index.js';
import { acceptsRoute, stringifyJson } from '../../codecs/index.js';
import type { DiscoveryAnswer, DiscoveryHandler } from '../../discovery/index.js';
import { type RequestContext, checkRoute } from '../../endpoints/index.js';
import type { HealthChecks, HealthIndicators } from '../../health/index.js';
import type { Clock } from '../../observability/index.js';
import { type OpenApiDocument, type OpenApiDocuments, acceptsGzip, findOpenApi } from '../../openapi/index.js';
import { type FlowControl, dumpLevels, dumpQueues, dumpRequests } from '../../flowcontrol/index.js';
import type { HealthEndpoint } from '../../plugin-api/built-in.js';
import type { DebugPages } from './debug/debug-pages.js';
import { type MetricsSource, answerMetrics } from './metrics-page.js';
import type { NestRouter } from './nest-router.js';
import { versionDocument } from './version.js';

/** How far the start has come. */
export interface StartProgress {
  /** Once true, everything that the store names is served. */
  readonly isStarted: boolean;
}

/** The endpoints outside the resource tree. */
export interface NonResourceParts {
  readonly discovery: DiscoveryHandler;
  readonly health: HealthChecks;
  readonly progress: StartProgress;
  readonly indicators: HealthIndicators;
  readonly metrics: MetricsSource;
  readonly openapi: OpenApiDocuments;
  /** Priority and fairness, for its dumps; undefined where it is off. */
  readonly flowControl: FlowControl | undefined;
  readonly clock: Clock;
  readonly release: string;
  /** The discovery documents for verifying service account tokens; undefined when the issuer is not a URL. */
  readonly issuer: () => IssuerDiscovery | undefined;
  /** The router of paths other than the server's own. */
  readonly router: Pick<NestRouter, 'answer' | 'paths'>;
  /** Profiles, flags and the state of the process. */
  readonly debug: Pick<DebugPages, 'answer' | 'paths'>;
  /** The number of the process among those that serve as one; undefined where it is alone. */
  readonly member: number | undefined;
}

/** Names the process that a page describes, where several serve. */
const WORKER_HEADER = 'x-binnacle-worker';
const PLAIN_TEXT = 'text/plain; charset=utf-8';
const CONFIGURATION = '/.well-known/openid-configuration';
const KEY_SET = '/openid/v1/jwks';
const VERSIONED_OPENAPI = '/openapi/v3/';
const DUMPS = '/debug/api_priority_and_fairness/';
/** `/apis` and the paths of groups. */
const GROUPS = /^\/apis(\/[^/]*)?\/?$/;
const HEALTH = /^\/(livez|readyz|healthz)(?:\/(.+))?$/;

/** Handles requests outside the resource tree: discovery, OpenAPI, version, health, metrics; the rest is Nest's. */
export class NonResourceHandler {
  constructor(private readonly parts: NonResourceParts) {}

  /** Handles a request; unknown paths get 404 in plain text, as from the reference. */
  async handle(context: RequestContext): Promise<void> {
    const { path } = context;
    const { member } = this.parts;
    if (member !== undefined) context.response.setHeader(WORKER_HEADER, member);
    if (path.startsWith('/apis/') && !this.isKnownGroup(path)) return this.notFound(context);
    const health = HEALTH.exec(path);
    if (health) return this.health(context, health[1] as HealthEndpoint, health[2]);
    if (this.parts.discovery.isDiscoveryPath(path)) return this.discovery(context);
    if (isBelow(path, '/version')) return this.version(context);
    if (path === '/metrics') return answerMetrics(context, this.parts.metrics, this.parts.release);
    if (path === '/metrics/slis') return this.serviceLevels(context);
    if (path === '/' || path === '/index.html') return sendJson(context, { paths: this.paths() });
    if (path.startsWith('/openapi/')) return this.openapi(context);
    if (isBelow(path, CONFIGURATION) || isBelow(path, KEY_SET)) return this.issuer(context);
    if (this.dumpsFlowControl(context) || (await this.parts.debug.answer(context, () => this.paths()))) return;
    if (!(await this.parts.router.answer(context))) this.notFound(context);
  }

  /** Reports whether the group a path below `/apis/` names is served. */
  servesGroupOf(path: string): boolean {
    return this.parts.discovery.servesGroupOf(path);
  }

  private isKnownGroup(path: string): boolean {
    const { discovery } = this.parts;
    return discovery.servesGroupOf(path) || discovery.isDelegatedGroup(path);
  }

  /** Handles a path below a served group that names no resource. Throws StatusError for groups of plugins. */
  missing(context: RequestContext): void {
    if (!this.parts.discovery.isUnstructuredGroup(context.path)) throw pathNotFound();
    this.notFound(context);
  }

  /**
   * 404 outside of everything that is served, in plain text as from the reference. Until the start has finished, 503: the path may be
   * that of a definition in the store, and clients take 404 as proof that its objects are gone (upstream: notfoundhandler).
   */
  private notFound(context: RequestContext): void {
    if (!this.parts.progress.isStarted) throw pathsIncomplete();
    const headers = { 'x-content-type-options': 'nosniff' };
    context.send(404, { contentType: PLAIN_TEXT, body: '404 page not found\n' }, headers);
  }

  private paths(): string[] {
    const { discovery, health, router, debug } = this.parts;
    return [...discovery.paths(), ...health.paths(), ...listed(router.paths()), ...debug.paths()].sort();
  }

  /** Sends one of the dumps of priority and fairness; they are not listed. Reports whether the path is one. */
  private dumpsFlowControl(context: RequestContext): boolean {
    const { flowControl, clock } = this.parts;
    const body = flowControl && context.path.startsWith(DUMPS) ? dumpOf(context, flowControl, clock) : undefined;
    if (body === undefined) return false;
    context.send(200, { contentType: PLAIN_TEXT, body });
    return true;
  }

  private async serviceLevels(context: RequestContext): Promise<void> {
    const { indicators } = this.parts;
    await answerMetrics(
      context,
      {
        expose: (form) => indicators.metrics.expose(form),
        reset: () => indicators.reset(),
      },
      this.parts.release,
    );
  }

  private async health(context: RequestContext, endpoint: HealthEndpoint, name: string | undefined): Promise<void> {
    const query = { verbose: context.query.has('verbose'), exclude: context.query.getAll('exclude') };
    const { health } = this.parts;
    const answer = name === undefined ? await health.all(endpoint, query) : await health.single(endpoint, name);
    if (!answer) return this.notFound(context);
    const headers = name === undefined ? { 'x-content-type-options': 'nosniff' } : {};
    context.send(answer.code, { contentType: PLAIN_TEXT, body: answer.text }, headers);
  }

  private async discovery(context: RequestContext): Promise<void> {
    const { discovery } = this.parts;
    const aggregated = discovery.aggregatedAnswer(context.path, context.headers.accept);
    if (aggregated) return this.aggregated(context, aggregated);
    // The list of groups, a group and the versions of custom resources are no routes: they answer to any method.
    const isRoute = !GROUPS.test(context.path) && !discovery.isUnstructuredGroup(context.path);
    if (isRoute) this.checkDiscoveryRoute(context);
    const answer = discovery.answer(context.path, context.headers.accept);
    if (answer === 'notFound') return this.missing(context);
    if (answer === 'notAcceptable') throw notAcceptable(context.serializers.mediaTypes);
    const { contentType, negotiated } = answer;
    const body = await discovery.write(answer, context.indents(negotiated));
    context.trail?.sawResponse(() => discovery.writeJson(answer));
    context.send(200, { contentType, body });
  }

  private checkDiscoveryRoute(context: RequestContext): void {
    if (!this.parts.discovery.leadsSomewhere(context.path)) throw pathNotFound();
    if (context.method !== 'GET') throw methodNotAllowed();
    checkRoute(context, { hasStreams: false });
  }

  private async aggregated(context: RequestContext, answer: DiscoveryAnswer): Promise<void> {
    const { contentType, etag } = answer;
    const headers = { etag, vary: 'Accept', 'cache-control': 'public' };
    if (context.headers['if-none-match'] === etag) {
      context.writeHead(304, headers);
      return void context.response.end();
    }
    const { discovery } = this.parts;
    context.trail?.sawResponse(() => discovery.writeJson(answer));
    context.send(200, { contentType, body: await discovery.write(answer, false) }, headers);
  }

  private async version(context: RequestContext): Promise<void> {
    checkOnlyRoute(context, '/version', 'application/json');
    sendJson(context, versionDocument(this.parts.release));
  }

  /** How others check the service account tokens issued here (OpenID Connect Discovery 1.0). */
  private issuer(context: RequestContext): void {
    const issuer = this.parts.issuer();
    if (!issuer) return this.notFound(context);
    const isKeySet = isBelow(context.path, KEY_SET);
    const contentType = isKeySet ? 'application/jwk-set+json' : 'application/json';
    checkOnlyRoute(context, isKeySet ? KEY_SET : CONFIGURATION, contentType);
    const headers = { 'cache-control': 'public, max-age=3600' };
    context.send(200, { contentType, body: isKeySet ? issuer.keySet : issuer.configuration }, headers);
  }

  private async openapi(context: RequestContext): Promise<void> {
    const answer = await findOpenApi(this.parts.openapi, context.path, context.headers.accept);
    // Below v3 the reference looks for a group and finds none; elsewhere its router answers.
    if (answer === 'notFound' && !context.path.startsWith(VERSIONED_OPENAPI)) return this.notFound(context);
    if (answer === 'notFound') return context.sendEmpty(404);
    if (answer === 'notAcceptable') return context.sendEmpty(406);
    if (answer === 'nothingAsked') return context.sendEmpty(200);
    const named = context.path.startsWith(VERSIONED_OPENAPI) && context.query.get('hash');
    const headers = { etag: answer.etag, vary: 'Accept, Accept-Encoding', ...(named && lastingHeaders()) };
    // A request for an outdated state of the document is redirected to the current one.
    if (named && named !== answer.hash) return redirectToState(context, answer);
    if (isKnownState(context.headers['if-none-match'], answer.etag)) {
      context.writeHead(304, headers);
      return void context.response.end();
    }
    await sendDocument(context, answer, headers);
  }
}

/** The paths that are listed: those below `/debug` are not, as in the reference. */
function listed(paths: readonly string[]): string[] {
  return paths.filter((path) => !path.startsWith('/debug/'));
}

/** The dump that a path names; undefined for another path. */
function dumpOf({ path, query }: RequestContext, control: FlowControl, clock: Clock): string | undefined {
  switch (path.slice(DUMPS.length)) {
    case 'dump_priority_levels':
      return dumpLevels(control);
    case 'dump_queues':
      return dumpQueues(control);
    case 'dump_requests':
      return dumpRequests(control, { clock, hasDetails: Boolean(query.get('includeRequestDetails')) });
    default:
      return undefined;
  }
}

/** Reports whether a path is that of a service or below it. */
function isBelow(path: string, root: string): boolean {
  return path.startsWith(root) && (path.length === root.length || path[root.length] === '/');
}

/** Checks a request by a service with one route, which has one media type; trailing slashes are ignored. */
function checkOnlyRoute({ path, method, headers }: RequestContext, root: string, contentType: string): void {
  if (withoutTrailing(path, '/') !== root) throw pathNotFound();
  if (method !== 'GET') throw methodNotAllowed();
  if (!acceptsRoute(headers.accept, new Set([contentType]))) throw noRepresentation([contentType]);
}

function sendJson(context: RequestContext, document: object): void {
  context.send(200, { contentType: 'application/json', body: stringifyJson(document, 2) });
}

/** Shorter documents are not worth compressing (upstream: gziphandler.DefaultMinSize). */
const LEAST_COMPRESSED_BYTES = 1400;

/** Documents are compressed whatever the gate of answers says: they are made once. */
async function sendDocument(
  context: RequestContext,
  { contentType, bytes, compressed }: OpenApiDocument,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const isZipped =
    bytes.length >= LEAST_COMPRESSED_BYTES && acceptsGzip(String(context.headers['accept-encoding'] ?? ''));
  if (!isZipped) return context.send(200, { contentType, body: bytes }, headers);
  context.send(200, { contentType, body: await compressed() }, { ...headers, 'content-encoding': 'gzip' });
}

/** Reports whether an `If-None-Match` header names a state, among others maybe (RFC 9110, 13.1.2). */
function isKnownState(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header
    .split(',')
    .map((part) => part.trim())
    .some((part) => part === '*' || part === etag || part === `W/${etag}`);
}

/** A document asked for by its hash never changes. */
function lastingHeaders(): OutgoingHttpHeaders {
  const expires = new Date();
  expires.setUTCFullYear(expires.getUTCFullYear() + 1);
  return { 'cache-control': 'public, immutable', expires: expires.toUTCString() };
}

function redirectToState(context: RequestContext, { contentType, etag, hash }: OpenApiDocument): void {
  const headers = { location: `${context.path}?hash=${hash}`, etag, vary: 'Accept, Accept-Encoding' };
  context.send(301, { contentType, body: '' }, headers);
}
