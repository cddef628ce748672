import type { RequestContext } from '../endpoints/index.js';
import type { BoundRequestMetrics, RequestMetrics } from '../observability/index.js';
import type { ServedResource } from '../plugin-host/index.js';
import { type RequestInfo, isLongRunning } from '../request/index.js';

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
const OTHER = 'OTHER';
const METHODS: ReadonlySet<string> = new Set(['get', 'head', 'post', 'put', 'patch', 'delete', 'options']);
const NOTHING_SERVED = { group: '', version: '', resource: '', subresource: '', scope: '' };

/** What is counted of a resource. */
export type MeteredResource = Pick<ServedResource, 'deprecation'> & {
  readonly version: { readonly declaration: { readonly removed?: string } };
};

/**
 * Counts and times requests. Labels come from closed sets, whatever clients send: resources are those that are served,
 * verbs those that are known. Metrics of one kind of request are looked up by a short key.
 */
export class RequestMeter {
  private readonly bound = new Map<string, BoundRequestMetrics>();

  /** `find` answers the resource a request names, where it and its subresource are served. */
  constructor(
    private readonly metrics: RequestMetrics,
    private readonly find: (info: RequestInfo) => MeteredResource | undefined,
  ) {}

  /** Starts the clock of a request; the result stops it. */
  start(context: RequestContext): () => void {
    const started = process.hrtime.bigint();
    const metrics = this.metricsOf(context);
    const isLong = isLongRunning(context.info);
    if (isLong) metrics.longRunning.value++;
    return () => {
      if (isLong) metrics.longRunning.value--;
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      metrics.observe({ code: context.response.statusCode, seconds, responseBytes: context.sentBytes });
    };
  }

  private metricsOf({ info, query }: RequestContext): BoundRequestMetrics {
    const dryRun = query.size > 0 && query.get('dryRun') ? 'All' : '';
    const served = info.isResourceRequest ? this.find(info) : undefined;
    const scope = scopeOf(info);
    const verb = verbOf(info);
    const key = served
      ? `${verb} ${info.group} ${info.version} ${info.resource} ${info.subresource} ${scope} ${dryRun}`
      : verb;
    let bound = this.bound.get(key);
    if (!bound) {
      const { group, version, resource, subresource } = info;
      const labels = served ? { group, version, resource, subresource, scope, dryRun } : NOTHING_SERVED;
      bound = this.metrics.bind({ ...labels, verb });
      this.bound.set(key, bound);
      if (served?.deprecation !== undefined) {
        const removedRelease = served.version.declaration.removed ?? '';
        this.metrics.markDeprecated({ group, removedRelease, resource, subresource, version });
      }
    }
    return bound;
  }
}

function verbOf({ isResourceRequest, verb }: RequestInfo): string {
  if (isResourceRequest) return VERBS[verb] ?? OTHER;
  return METHODS.has(verb) ? verb.toUpperCase() : OTHER;
}

function scopeOf(info: RequestContext['info']): string {
  if (!info.isResourceRequest) return '';
  if (info.name !== '' || info.verb === 'create') return 'resource';
  return info.namespace === '' ? 'cluster' : 'namespace';
}
