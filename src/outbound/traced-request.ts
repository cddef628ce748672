import { type Span, currentSpan } from '../observability/index.js';

/** The parts of a request that have to do with its span. */
interface TracedRequest {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

/**
 * Sends a request as a part of the current span, if there is one: it has its own span, and the headers by which the
 * other server continues the trace (upstream: otelhttp.Transport).
 */
export function sendTraced<R extends TracedRequest, A extends { readonly status: number }>(
  request: R,
  send: (request: R) => Promise<A>,
): Promise<A> {
  const current = currentSpan();
  return current ? sendIn(current, request, send) : send(request);
}

async function sendIn<R extends TracedRequest, A extends { readonly status: number }>(
  current: Span,
  request: R,
  send: (request: R) => Promise<A>,
): Promise<A> {
  const span = current.startClient(`HTTP ${request.method}`, { 'http.method': request.method });
  if (!span) return send(request);
  try {
    const answer = await send({ ...request, headers: { ...request.headers, ...span.headers() } });
    span.setAttributes({ 'http.status_code': answer.status });
    if (answer.status >= FIRST_ERROR) span.fail('');
    return answer;
  } catch (error) {
    span.fail((error as Error).message);
    throw error;
  } finally {
    span.end();
  }
}

/** From this code on a response is a failure (the semantic conventions of clients). */
const FIRST_ERROR = 400;
