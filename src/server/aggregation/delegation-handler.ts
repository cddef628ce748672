import type { OutgoingHttpHeaders } from 'node:http';
import {
  type ApiService,
  type ApiServices,
  type DelegatedService,
  type ExtensionServers,
  type ServerLocation,
  serverNameOf,
  userHeaders,
} from '../../aggregation/index.js';
import { StatusError } from '../../apimachinery/index.js';
import type { RequestContext } from '../../endpoints/index.js';
import { type Logger, type RecordedSpan, currentSpan } from '../../observability/index.js';
import { NAMELESS, certificateAnnotation } from '../../outbound/index.js';
import {
  type ForwardedRequest,
  forwardRequest,
  forwardUpgrade,
  hostPortOf,
  upgradeResponseOf,
} from '../../proxy/index.js';
import { encodeQuery } from './encode-query.js';

/** The dependencies of the handler. */
export interface DelegationParts {
  readonly services: ApiServices;
  readonly servers: ExtensionServers;
  readonly logger: Logger;
  /** True if redirects are refused. */
  readonly rejectsRedirects: boolean;
  /** True if users are named with their uid. */
  readonly namesUid: boolean;
}

const PLAIN_TEXT = 'text/plain; charset=utf-8';
/** The time for answers of discovery, which clients wait for before anything else, in milliseconds. */
const DISCOVERY_MS = 5000;
/** The failure of a request whose client has gone. */
const CLIENT_GONE = 499;

/**
 * Forwards requests for group versions that other servers serve, under the name of the user (upstream:
 * kube-aggregator's proxyHandler). Access was checked before.
 */
export class DelegationHandler {
  constructor(private readonly parts: DelegationParts) {}

  /** Returns the API service of a path that another server serves: that of the group version, below it, or of its document. */
  serviceOf(path: string): DelegatedService | undefined {
    const { services } = this.parts;
    if (!services.delegates) return undefined;
    const [, prefix, first = '', second = ''] = apiPathOf(path).split('/', 4);
    if (prefix === 'apis') return asDelegated(services.delegatedTo(first, second));
    return prefix === 'api' ? asDelegated(services.delegatedTo('', first)) : undefined;
  }

  /** Forwards a request, and the answer; 503 in plain text when there is none. */
  async handle(context: RequestContext, service: DelegatedService): Promise<void> {
    // The other server limits its watches itself.
    context.seat.initialized?.();
    const location = service.server.isAvailable ? await this.locate(context, service) : undefined;
    if (!location) return sendPage(context, 'service unavailable');
    const span = currentSpan()?.startClient(`HTTP ${context.method}`, { 'http.method': context.method });
    const client = this.clientOf(context, location, span);
    const response = upgradeResponseOf(context.response);
    try {
      if (response) await forwardUpgrade(this.parts.servers, location, { ...client, response });
      else await forwardRequest(this.parts.servers, location, client);
      if (this.parts.servers.isNameless(service)) noteCertificate(context, service, NAMELESS);
    } catch (error) {
      if (!(error instanceof StatusError) || error.code === CLIENT_GONE) throw error;
      noteCertificate(context, service, error.message);
      sendPage(context, error.message);
    } finally {
      span?.setAttributes({ 'http.status_code': context.response.statusCode });
      span?.end();
    }
  }

  private async locate(context: RequestContext, service: DelegatedService): Promise<ServerLocation | undefined> {
    const { servers, logger } = this.parts;
    try {
      const { host, port } = await servers.resolve(service.server);
      return {
        scheme: 'https',
        host,
        port: String(port),
        serverName: serverNameOf(service.server),
        path: context.path,
        query: encodeQuery(context.query),
        service,
      };
    } catch (error) {
      // Clients must not be able to fill the log; the condition of the API service says it, too.
      logger.verbose(2, 'the service of an API service has no address', { apiService: service.name, error });
      return undefined;
    }
  }

  private clientOf(context: RequestContext, location: ServerLocation, span?: RecordedSpan): ForwardedRequest {
    const { request, response, path, user, id } = context;
    const ownHeaders: OutgoingHttpHeaders = userHeaders(user, this.parts.namesUid);
    ownHeaders.host = hostPortOf(location);
    ownHeaders['audit-id'] = id;
    if (takesTrailers(context)) ownHeaders.te = 'trailers';
    if (span) Object.assign(ownHeaders, span.headers());
    return {
      request,
      response,
      path,
      signal: () => context.signal,
      ownHeaders,
      rejectsRedirects: this.parts.rejectsRedirects,
      timeout: isDiscovery(context) ? DISCOVERY_MS : undefined,
      writeHead: (status, headers) => writeHead(context, status, headers),
    };
  }
}

/** Annotates audit with a certificate that is no longer accepted elsewhere, where `reason` says so. */
function noteCertificate(context: RequestContext, { server }: DelegatedService, reason: string): void {
  const annotation = certificateAnnotation(serverNameOf(server), reason);
  if (annotation) context.annotate(...annotation);
}

/** Reports whether a request is about a group version as such. */
function isDiscovery({ info: { isResourceRequest, path } }: RequestContext): boolean {
  return !isResourceRequest && path.split('/').filter((segment) => segment !== '').length === 3;
}

const OPENAPI = '/openapi/v3';

function apiPathOf(path: string): string {
  return path.startsWith(`${OPENAPI}/`) ? path.slice(OPENAPI.length) : path;
}

function asDelegated(service: ApiService | undefined): DelegatedService | undefined {
  return service?.server && (service as DelegatedService);
}

/** The one connection header that is for the next server, too (net/http: ReverseProxy). */
function takesTrailers({ headers: { te } }: RequestContext): boolean {
  if (te === undefined) return false;
  return String(te)
    .split(',')
    .some((value) => value.trim().toLowerCase() === 'trailers');
}

/** Headers of every answer stay beside those of the server. */
function writeHead(context: RequestContext, status: number, headers: OutgoingHttpHeaders): void {
  const cache = headers['cache-control'];
  const joined = ['no-cache, private', ...[cache ?? []].flat()].join(', ');
  const both = cache === undefined ? headers : { ...headers, 'cache-control': joined };
  context.writeHead(status, both);
  // The head of a watch may be due long before its first event.
  if (headers['content-length'] === undefined) context.flushHead();
}

function sendPage(context: RequestContext, text: string): void {
  const headers = { 'x-content-type-options': 'nosniff' };
  context.send(503, { contentType: PLAIN_TEXT, body: `${text}\n` }, headers);
}
