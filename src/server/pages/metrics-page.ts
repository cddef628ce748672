import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestContext } from '../../endpoints/index.js';
import { type MetricsForm, negotiateMetrics } from '../../observability/index.js';
import { acceptsGzip } from '../../openapi/index.js';

/** The metrics of a page, such as `/metrics`. */
export interface MetricsSource {
  expose(form: MetricsForm): Promise<string>;
  reset(): void;
}

const PLAIN_TEXT = 'text/plain; charset=utf-8';

const compress = promisify(gzip);

/**
 * Sends a page of metrics in the form that `Accept` asks for, compressed where the client takes that; `DELETE` resets
 * the metrics (upstream: promhttp, component-base HandlerWithReset).
 */
export async function answerMetrics(context: RequestContext, metrics: MetricsSource, release: string): Promise<void> {
  if (context.method === 'DELETE') {
    metrics.reset();
    return context.send(200, { contentType: PLAIN_TEXT, body: 'metrics reset\n' });
  }
  const { form, contentType } = negotiateMetrics(context.headers.accept, release);
  const body = await metrics.expose(form);
  if (!acceptsGzip(String(context.headers['accept-encoding'] ?? ''))) return context.send(200, { contentType, body });
  context.send(200, { contentType, body: await compress(body) }, { 'content-encoding': 'gzip' });
}
