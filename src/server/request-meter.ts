import type { RequestContext } from '../endpoints/index.js';
import type { BoundRequestMetrics, RequestMetrics } from '../observability/index.js';
import { isLongRunning } from '../request/index.js';

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
/** Names in paths come from clients: the number of kinds of request that are told apart is bounded. */
const MAX_KINDS = 5000;

/** Counts and times requests. Metrics of one kind of request are looked up by a short key. */
export class RequestMeter {
  private readonly bound = new Map<string, BoundRequestMetrics>();

  constructor(private readonly metrics: RequestMetrics) {}

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
    const scope = scopeOf(info);
    const isKnown = info.isResourceRequest;
    const key = isKnown
      ? `${info.verb} ${info.group} ${info.version} ${info.resource} ${info.subresource} ${scope} ${dryRun}`
      : info.verb;
    let bound = this.bound.get(key);
    if (!bound) {
      if (this.bound.size >= MAX_KINDS) this.bound.clear();
      const { group, version, resource, subresource, verb } = info;
      const labels = isKnown
        ? { group, version, resource, subresource }
        : { group: '', version: '', resource: '', subresource: '' };
      bound = this.metrics.bind({ ...labels, verb: VERBS[verb] ?? verb.toUpperCase(), scope, dryRun });
      this.bound.set(key, bound);
    }
    return bound;
  }
}

function scopeOf(info: RequestContext['info']): string {
  if (!info.isResourceRequest) return '';
  if (info.name !== '' || info.verb === 'create') return 'resource';
  return info.namespace === '' ? 'cluster' : 'namespace';
}
