import type { BoundRequestMetrics, RequestMetricLabels, RequestMetrics } from '../../observability/index.js';
import type {
  ObservedAdmission,
  ObservedAuthentication,
  ObservedAuthorization,
  ObservedRequest,
  ObservedResource,
  RequestInfo,
  RequestObserver,
} from '../../request/index.js';
import type { FieldValidationMetrics } from './field-validation-metrics.js';

const VERBS: Readonly<Record<string, string>> = {
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
};
/** Where the verb by which bodies are counted is another one. */
const BODY_VERBS: Readonly<Record<string, string>> = { deletecollection: 'delete_collection' };
const READING: ReadonlySet<string> = new Set(['get', 'list', 'watch']);
const OTHER = 'OTHER';
const METHODS: ReadonlySet<string> = new Set(['get', 'head', 'post', 'put', 'patch', 'delete', 'options']);
/** Admission plugins that wait for others, whose time is not the server's own (upstream: LatencyTrackers). */
const ASKING_OTHERS: ReadonlySet<string> = new Set(['MutatingAdmissionWebhook', 'ValidatingAdmissionWebhook']);
const HEALTH_PAGES: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz']);
const NOTHING_SERVED = { group: '', version: '', resource: '', subresource: '', scope: '' };

/**
 * Counts and times requests. Labels come from closed sets, whatever clients send: resources are those that are served,
 * verbs those that are known. What is counted of a resource is kept with it, by a short key.
 */
export class RequestMeter implements RequestObserver {
  private readonly bound = new WeakMap<ObservedResource, Map<string, BoundRequestMetrics>>();
  /** The long-running requests that are open, with what they were counted by: it may be gone when they end. */
  private readonly open = new Map<ObservedRequest, BoundRequestMetrics>();
  private readonly boundToNothing = new Map<string, BoundRequestMetrics>();
  /** Milliseconds that webhooks have taken of requests under way; most have none. */
  private readonly webhookMs = new WeakMap<ObservedRequest, number>();

  constructor(
    private readonly metrics: RequestMetrics,
    private readonly fieldValidation: FieldValidationMetrics,
  ) {}

  authenticated(_request: ObservedRequest, { seconds }: ObservedAuthentication): void {
    this.metrics.filters.authentication.observe(seconds);
  }

  authorized(_request: ObservedRequest, { seconds }: ObservedAuthorization): void {
    this.metrics.filters.authorization.observe(seconds);
  }

  admitted({ request, plugin, seconds }: ObservedAdmission): void {
    if (!request || !plugin || !ASKING_OTHERS.has(plugin.name)) return;
    this.webhookMs.set(request, (this.webhookMs.get(request) ?? 0) + seconds * 1000);
  }

  received(request: ObservedRequest): void {
    if (!request.isLongRunning) return;
    const metrics = this.metricsOf(request);
    metrics.longRunning.value++;
    this.open.set(request, metrics);
  }

  answered(request: ObservedRequest): void {
    const seconds = (performance.now() - request.receivedAt) / 1000;
    const open = request.isLongRunning ? this.closed(request) : undefined;
    this.fieldValidation.observe(request.query, seconds);
    (open ?? this.metricsOf(request)).observe({
      code: request.response.statusCode,
      seconds,
      excludedSeconds: this.excludedMs(request) / 1000,
      responseBytes: request.sentBytes,
      bodyBytes: request.bodyBytes,
      isAborted: request.isAborted,
      isTerminated: request.isTerminated,
    });
  }

  private closed(request: ObservedRequest): BoundRequestMetrics | undefined {
    const open = this.open.get(request);
    if (open) open.longRunning.value--;
    this.open.delete(request);
    return open;
  }

  private excludedMs(request: ObservedRequest): number {
    // Only writes are admitted.
    const webhookMs = READING.has(request.info.verb) ? 0 : (this.webhookMs.get(request) ?? 0);
    return request.queuedMs + webhookMs;
  }

  private metricsOf(request: ObservedRequest): BoundRequestMetrics {
    const { info, query } = request;
    const served = servedBy(request);
    const verb = verbOf(info);
    if (!served) return this.metricsOfPage(info, verb);
    const dryRun = query.size > 0 && query.get('dryRun') ? 'All' : '';
    const scope = scopeOf(info);
    // Nothing is put together for what is asked most.
    const isPlain = scope === 'resource' && info.subresource === '' && dryRun === '';
    const key = isPlain ? info.verb : `${info.verb} ${info.subresource} ${scope} ${dryRun}`;
    return (
      this.bound.get(served)?.get(key) ??
      this.bind(served, key, {
        ...labelsOf(info),
        scope,
        dryRun,
        verb,
        requestVerb: BODY_VERBS[info.verb] ?? info.verb,
      })
    );
  }

  private metricsOfPage({ path }: RequestInfo, verb: string): BoundRequestMetrics {
    const isHealth = HEALTH_PAGES.has(path);
    const key = isHealth ? `${verb} ${path}` : verb;
    let bound = this.boundToNothing.get(key);
    if (!bound) {
      const health = isHealth ? { component: '', subresource: path } : {};
      bound = this.metrics.bind({ ...NOTHING_SERVED, ...health, verb });
      this.boundToNothing.set(key, bound);
    }
    return bound;
  }

  private bind(served: ObservedResource, key: string, labels: RequestMetricLabels): BoundRequestMetrics {
    const bound = this.metrics.bind(labels);
    const others = this.bound.get(served);
    if (others) others.set(key, bound);
    else this.bound.set(served, new Map([[key, bound]]));
    if (served.deprecation !== undefined) {
      this.metrics.markDeprecated({ ...labels, removedRelease: served.version.declaration.removed ?? '' });
    }
    return bound;
  }
}

/** The resource of a request; undefined where it, or its subresource, is not served. */
function servedBy({ info: { subresource }, resource }: ObservedRequest): ObservedResource | undefined {
  return resource && (subresource === '' || resource.subresources.has(subresource)) ? resource : undefined;
}

function labelsOf({ group, version, resource, subresource }: RequestInfo): Omit<RequestMetricLabels, 'scope' | 'verb'> {
  return { group, version, resource, subresource };
}

function verbOf({ isResourceRequest, verb }: RequestInfo): string {
  if (isResourceRequest) return VERBS[verb] ?? OTHER;
  return METHODS.has(verb) ? verb.toUpperCase() : OTHER;
}

function scopeOf(info: RequestInfo): string {
  if (!info.isResourceRequest) return '';
  if (info.name !== '' || info.verb === 'create') return 'resource';
  return info.namespace === '' ? 'cluster' : 'namespace';
}
