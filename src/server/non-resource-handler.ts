import { methodNotAllowed, notAcceptable, pathNotFound } from '../apimachinery/index.js';
import type { IssuerDiscovery } from '../authn/index.js';
import { stringifyJson } from '../codecs/index.js';
import type { DiscoveryHandler } from '../discovery/index.js';
import { type RequestContext, negotiatePlain } from '../endpoints/index.js';
import type { HealthChecks } from '../health/index.js';
import { METRICS_CONTENT_TYPE, type MetricsRegistry } from '../observability/index.js';
import { type OpenApiDocuments, findOpenApi } from '../openapi/index.js';
import type { HealthEndpoint } from '../plugin-api/index.js';
import { versionInfo } from './version.js';

/** What is served outside the resource tree. */
export interface NonResourceParts {
  readonly discovery: DiscoveryHandler;
  readonly health: HealthChecks;
  readonly metrics: MetricsRegistry;
  readonly openapi: OpenApiDocuments;
  readonly release: string;
  /** What others need to check service account tokens; undefined when the issuer is no URL. */
  readonly issuer: () => IssuerDiscovery | undefined;
}

const PLAIN_TEXT = 'text/plain; charset=utf-8';
const HEALTH = /^\/(livez|readyz|healthz)(?:\/(.+))?$/;

/** Answers requests outside the resource tree: discovery, OpenAPI, version, health, metrics. */
export class NonResourceHandler {
  constructor(private readonly parts: NonResourceParts) {}

  /** Answers a request; paths that lead nowhere get 404 in plain text, as from the reference. */
  async handle(context: RequestContext): Promise<void> {
    const { path } = context;
    if (path.startsWith('/apis/') && !this.parts.discovery.servesGroupOf(path)) return notFoundPage(context);
    const health = HEALTH.exec(path);
    if (health) return this.health(context, health[1] as HealthEndpoint, health[2]);
    if (path === '/api' || path === '/apis' || path.startsWith('/api/') || path.startsWith('/apis/'))
      return this.discovery(context);
    if (path === '/version' || path.startsWith('/version/')) return this.version(context);
    if (context.method !== 'GET') return notFoundPage(context);
    if (path === '/metrics') return this.metrics(context);
    if (path === '/') return this.paths(context);
    if (path.startsWith('/openapi/')) return this.openapi(context);
    if (path === '/.well-known/openid-configuration' || path === '/openid/v1/jwks') return this.issuer(context);
    return notFoundPage(context);
  }

  /** Whether the group a path below `/apis/` names is served. */
  servesGroupOf(path: string): boolean {
    return this.parts.discovery.servesGroupOf(path);
  }

  private async metrics(context: RequestContext): Promise<void> {
    context.send(200, { contentType: METRICS_CONTENT_TYPE, body: await this.parts.metrics.expose() });
  }

  private async health(context: RequestContext, endpoint: HealthEndpoint, name: string | undefined): Promise<void> {
    const query = { verbose: context.query.has('verbose'), exclude: context.query.getAll('exclude') };
    const { health } = this.parts;
    const answer = name === undefined ? await health.all(endpoint, query) : await health.single(endpoint, name);
    if (!answer) return notFoundPage(context);
    const headers = name === undefined ? { 'x-content-type-options': 'nosniff' } : {};
    context.send(answer.code, { contentType: PLAIN_TEXT, body: answer.text }, headers);
  }

  private async discovery(context: RequestContext): Promise<void> {
    if (context.method !== 'GET')
      throw this.parts.discovery.leadsSomewhere(context.path) ? methodNotAllowed() : pathNotFound();
    const answer = this.parts.discovery.answer(context.path, context.headers.accept);
    if (answer === 'notFound') throw pathNotFound();
    if (answer === 'notAcceptable') throw notAcceptable(context.serializers.mediaTypes);
    const { serializer, contentType, etag } = answer;
    if (etag === undefined) {
      const isPretty = serializer.canIndent && context.isPretty;
      return context.send(200, { contentType, body: await this.parts.discovery.write(answer, isPretty) });
    }
    const headers = { etag, vary: 'Accept', 'cache-control': 'public' };
    if (context.headers['if-none-match'] === etag) {
      context.writeHead(304, headers);
      return void context.response.end();
    }
    context.send(200, { contentType, body: await this.parts.discovery.write(answer, false) }, headers);
  }

  private async version(context: RequestContext): Promise<void> {
    if (!/^\/version\/?$/.test(context.path)) throw pathNotFound();
    if (context.method !== 'GET') throw methodNotAllowed();
    sendJson(context, versionInfo(this.parts.release));
  }

  /** How others check the service account tokens issued here (OpenID Connect Discovery 1.0). */
  private issuer(context: RequestContext): void {
    const issuer = this.parts.issuer();
    if (!issuer) return notFoundPage(context);
    const headers = { 'cache-control': 'public, max-age=3600' };
    const content =
      context.path === '/openid/v1/jwks'
        ? { contentType: 'application/jwk-set+json', body: issuer.keySet }
        : { contentType: 'application/json', body: issuer.configuration };
    context.send(200, content, headers);
  }

  private async openapi(context: RequestContext): Promise<void> {
    const answer = await findOpenApi(this.parts.openapi, context.path, context.headers.accept);
    // Below v3 the reference looks for a group and finds none; elsewhere its router answers.
    if (answer === 'notFound' && !context.path.startsWith('/openapi/v3/')) return notFoundPage(context);
    if (answer === 'notFound') return context.sendEmpty(404);
    if (answer === 'notAcceptable') return context.sendEmpty(406);
    const headers = { etag: answer.etag, vary: 'Accept', 'cache-control': cacheControlOf(context) };
    if (context.headers['if-none-match'] === answer.etag) {
      context.writeHead(304, headers);
      return void context.response.end();
    }
    context.send(200, { contentType: answer.contentType, body: answer.bytes }, headers);
  }

  private async paths(context: RequestContext): Promise<void> {
    negotiatePlain(context);
    sendJson(context, { paths: this.parts.discovery.paths() });
  }
}

function sendJson(context: RequestContext, document: object): void {
  context.send(200, { contentType: 'application/json', body: stringifyJson(document, 2) });
}

/** A document asked for by its hash never changes. */
function cacheControlOf({ query }: RequestContext): string {
  return query.has('hash') ? 'public, immutable' : 'no-cache, private';
}

/** 404 outside of everything that is served: plain text, as from the reference. */
export function notFoundPage(context: RequestContext): void {
  const headers = { 'x-content-type-options': 'nosniff' };
  context.send(404, { contentType: PLAIN_TEXT, body: '404 page not found\n' }, headers);
}
