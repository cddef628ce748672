import { goQuote } from '../../apimachinery/index.js';
import type { RequestContext } from '../../endpoints/index.js';

/** Responds with 500 in plain text, as the reference does for failures of its filters (upstream: responsewriters.InternalError). */
export function sendPlainFailure(context: RequestContext, why: string): void {
  const target = goQuote(context.request.url ?? '');
  const body = `Internal Server Error: ${target}: ${why}\n`;
  const headers = { 'x-content-type-options': 'nosniff' };
  context.send(500, { contentType: 'text/plain; charset=utf-8', body }, headers);
}
