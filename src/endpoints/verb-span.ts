import { type MaybePromise, withEnding } from '../apimachinery/index.js';
import type { Span, SpanAttributes } from '../observability/index.js';
import type { RequestContext } from './request-context.js';

/** The names of the spans of verbs; others, such as watch, have none. */
const NAMES: Readonly<Record<string, string>> = {
  create: 'Create',
  update: 'Update',
  patch: 'Patch',
  delete: 'Delete',
  deletecollection: 'Delete',
  get: 'Get',
  list: 'List',
};
/** Of headers that clients choose freely. */
const MAX_TEXT = 1024;

/** Runs the work of a request for a resource in a span of its verb, which is logged if it is slow. */
export function traceVerb(span: Span, context: RequestContext, work: () => MaybePromise<void>): MaybePromise<void> {
  const name = context.isLongRunning ? undefined : NAMES[context.info.verb];
  if (name === undefined) return work();
  const part = span.start(name, fieldsOf(context));
  context.span = part;
  return withEnding(
    () => part.run(work),
    () => part.end(),
  );
}

/** The attributes of the reference's verb spans (upstream: handlers.traceFields). */
function fieldsOf({ headers, id, info, method, path, request }: RequestContext): SpanAttributes {
  return {
    accept: cut(String(headers.accept ?? '')),
    'audit-id': id,
    client: request.socket.remoteAddress ?? '',
    'api-group': info.group,
    'api-version': info.version,
    name: info.name,
    subresource: info.subresource,
    namespace: info.namespace,
    protocol: protocolOf(request.httpVersion),
    resource: info.resource,
    scope: scopeOf(info),
    url: cut(path),
    'user-agent': cut(headers['user-agent'] ?? ''),
    verb: info.verb === 'list' ? 'LIST' : method,
  };
}

function scopeOf({ name, verb, namespace }: RequestContext['info']): string {
  if (name !== '' || verb === 'create') return 'resource';
  return namespace === '' ? 'cluster' : 'namespace';
}

function protocolOf(httpVersion: string): string {
  return httpVersion.startsWith('2') ? 'HTTP/2.0' : `HTTP/${httpVersion}`;
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}...TRUNCATED` : text;
}
