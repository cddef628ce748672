import { type MaybePromise, withEnding } from '../../apimachinery/index.js';
import type { RequestContext } from '../../endpoints/index.js';
import type { ReceivedSpan, RecordedSpan, SpanAttributes, Tracing } from '../../observability/index.js';
import type { RequestInfo } from '../../request/index.js';

/** From this code on a response is a failure of the server. */
const SERVER_ERROR = 500;
/** Longer ones are cut. */
const MAX_TARGET = 1024;

/** Runs the work on a request as a part of its span (upstream: filters.WithTracing, otelhttp). */
export function traceRequest(
  tracing: Tracing,
  context: RequestContext,
  work: () => MaybePromise<void>,
): MaybePromise<void> {
  const { span, recorded } = tracing.receive(() => receivedOf(context));
  context.span = span;
  const run = (): MaybePromise<void> => span.run(work);
  return recorded ? withEnding(run, () => finish(context, recorded)) : run();
}

function receivedOf(context: RequestContext): ReceivedSpan {
  const startedAt = Date.now() - (performance.now() - context.receivedAt);
  return { name: spanName(context), headers: context.headers, attributes: attributesOf(context), startedAt };
}

/** The method and the route of a request: names and namespaces in it would be endless. */
function spanName({ method, info }: RequestContext): string {
  return info.isResourceRequest ? `${method} ${routeOf(info)}` : method;
}

function routeOf({ apiPrefix, group, version, namespace, resource, name, subresource }: RequestInfo): string {
  return [
    `/${apiPrefix}`,
    group,
    version,
    namespace && 'namespaces/{:namespace}',
    resource,
    name && '{:name}',
    subresource,
  ]
    .filter((part) => part !== '')
    .join('/');
}

/** The semantic conventions of otelhttp in the reference's release. */
function attributesOf({ method, request, headers, id }: RequestContext): SpanAttributes {
  const { socket, url = '/', httpVersion } = request;
  const agent = headers['user-agent'];
  return {
    'http.method': method,
    'http.scheme': 'encrypted' in socket ? 'https' : 'http',
    'http.target': url.slice(0, MAX_TARGET),
    'net.protocol.version': httpVersion,
    'net.host.name': String(headers[':authority'] ?? headers.host ?? ''),
    'net.sock.peer.addr': socket.remoteAddress ?? '',
    'net.sock.peer.port': socket.remotePort ?? 0,
    ...(agent !== undefined && { 'user_agent.original': agent.slice(0, MAX_TARGET) }),
    'audit-id': id,
  };
}

function finish({ response, sentBytes }: RequestContext, recorded: RecordedSpan): void {
  const { statusCode } = response;
  recorded.setAttributes({ 'http.status_code': statusCode, 'http.wrote_bytes': sentBytes });
  if (statusCode >= SERVER_ERROR) recorded.fail('');
  recorded.end();
}
