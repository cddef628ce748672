import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { badRequest, methodNotAllowed } from '../../apimachinery/index.js';
import type { ConnectingSubresource } from '../../plugin-host/index.js';
import {
  type Destination,
  type ForwardedRequest,
  forwardRequest,
  forwardUpgrade,
  readText,
  translationOf,
  upgradeResponseOf,
} from '../../proxy/index.js';
import type { ConnectionDefinition, TextAtHand } from '../../registry/index.js';
import { checkRoute, negotiatePlain } from '../answers/respond.js';
import type { RequestContext } from '../request-context.js';
import { type ResourceRequest, nameOf, storeContextOf } from '../resource-request.js';
import { sendMessages } from './web-socket-text.js';

/** Serves a request to a proxied subresource. */
export async function serveConnection(request: ResourceRequest, served: ConnectingSubresource): Promise<void> {
  const { context } = request;
  const { passage } = served.definition;
  if (!allows(served, context)) throw methodNotAllowed();
  if (passage === 'text') checkText(context);
  const destination = await served.operation.locate({
    verb: context.info.verb,
    namespace: storeContextOf(request).namespace,
    name: nameOf(context),
    query: context.query,
    path: pathBelow(context),
    context: storeContextOf(request),
  });
  if (!destination) return sendNothing(context);
  if ('text' in destination) return answerText(context, destination);
  if (passage === 'text') return sendText(request, destination);
  return forwardConnection(request, served.definition, destination);
}

/** Methods that no verb stands for go through with requests only. */
function allows({ verbs, definition }: ConnectingSubresource, { method, info }: RequestContext): boolean {
  const isOwn = method === 'HEAD' || method === 'OPTIONS';
  if (isOwn && definition.passage !== 'request') return false;
  return method === 'OPTIONS' || verbs.has(info.verb);
}

/** 406 if an error could not be sent in an acceptable format. */
function checkText(context: RequestContext): void {
  if (!context.headers.accept?.includes('text/plain')) {
    checkRoute(context, { hasStreams: false, ownTypes: ['text/plain'] });
  }
  negotiatePlain(context);
}

/** The rest of the path after the subresource. */
function pathBelow({ info: { parts, path } }: RequestContext): string {
  const below = parts.slice(3).join('/');
  return `${below === '' ? '' : `/${below}`}${path.endsWith('/') && !below.endsWith('/') ? '/' : ''}`;
}

function sendNothing(context: RequestContext): void {
  context.writeHead(204, {});
  context.response.end();
}

async function sendText({ context, resource, options }: ResourceRequest, destination: Destination): Promise<void> {
  const { group, resource: plural } = resource.gvr;
  const subject = { resource: { group, resource: `${plural}/${context.info.subresource}` }, name: nameOf(context) };
  const text = await readText(options.backends, destination, { subject, signal: context.signal });
  return answerText(context, { text });
}

async function answerText(context: RequestContext, { text }: TextAtHand): Promise<void> {
  const response = upgradeResponseOf(context.response);
  if (response) return sendMessages(text, context, response);
  context.writeHead(200, { 'content-type': 'text/plain' });
  // A client that follows a text needs the headers before the first data.
  context.flushHead();
  await pipeline(text, context.response).catch(() => context.response.destroy());
}

async function forwardConnection(
  { context, options: { backends, translations } }: ResourceRequest,
  { passage, dialect }: ConnectionDefinition,
  destination: Destination,
): Promise<void> {
  const client = clientOf(context);
  const asked = passage === 'request' ? { ...destination, query: queryOf(context) } : destination;
  const response = upgradeResponseOf(context.response);
  if (response) {
    const translation = translationOf(context.request, asked, { dialect, features: translations });
    return forwardUpgrade(backends, asked, { ...client, response, translation });
  }
  if (passage === 'connection') throw badRequest('Upgrade request required');
  if (asked.path === '' && READING.has(context.method)) return redirectBelow(context);
  return forwardRequest(backends, asked, client);
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Links of a page are relative to what stands before the last slash, so there has to be one. */
function redirectBelow(context: RequestContext): void {
  const query = queryOf(context);
  const location = `${targetPathOf(context)}/${query === '' ? '' : `?${query}`}`;
  context.writeHead(301, { location });
  context.response.end();
}

function targetPathOf({ request: { url = '' } }: RequestContext): string {
  return url.split('?', 1)[0];
}

function queryOf({ request: { url = '' } }: RequestContext): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

function clientOf(context: RequestContext): ForwardedRequest {
  const { request, response, path } = context;
  return {
    request,
    response,
    path,
    signal: () => context.signal,
    writeHead: (status, headers) => {
      context.writeHead(status, kept(headers));
      // The head of a stream of events may be due long before the first one.
      if (headers['content-length'] === undefined) context.flushHead();
    },
  };
}

/** The backend's cache headers do not replace those of every response. */
function kept(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const theirs = headers['cache-control'];
  if (theirs === undefined) return headers;
  return { ...headers, 'cache-control': ['no-cache, private', ...[theirs].flat()].join(', ') };
}
