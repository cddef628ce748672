import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { pipeline } from 'node:stream/promises';
import { failure } from '../apimachinery/index.js';
import { Attempts } from './attempts.js';
import { describeBackendFault } from './backend-fault.js';
import type { BackendConnections } from './backends.js';
import { type BackendLocation, escapePath, hostPortOf } from './destination.js';
import { forwardedHeaders } from './forwarded-headers.js';
import { type ForwardedRequest, sentHeaders } from './forwarded-request.js';
import { forwardResponse } from './forward-response.js';
import { type LinkRewriter, linkRewriter } from './link-rewriting.js';

/**
 * Forwards a request and its response, neither faster than the other end reads. Responds with 503 without an
 * answer; when the answer breaks off its connection does too (upstream: UpgradeAwareHandler with its rewriting
 * transport).
 */
export async function forwardRequest<D extends BackendLocation>(
  backends: BackendConnections<D>,
  destination: D,
  client: ForwardedRequest,
): Promise<void> {
  const headers = forwardedHeaders(client.request);
  headers['x-forwarded-uri'] = forwardedUri(destination, client);
  sentHeaders(headers, client);
  if (headers['content-length'] === undefined && hasBody(client.request)) headers['transfer-encoding'] = 'chunked';
  const isCompressed = compressesItself(headers, client.request);
  if (isCompressed) headers['accept-encoding'] = 'gzip';
  const { method = 'GET' } = client.request;
  const attempts = new Attempts(() => backends.open(destination, { method, headers }), client);
  try {
    const answer = await exchange(attempts, client, destination);
    if (client.rejectsRedirects && isRedirect(answer)) return refuseRedirect(answer, client);
    await forwardResponse(answer, client, { links: linksOf(destination, client), isCompressed });
  } finally {
    attempts.end();
  }
}

/** Go's transport asks for compressed answers if the request does not, and decompresses them (net/http: Transport). */
function compressesItself(headers: OutgoingHttpHeaders, { method }: IncomingMessage): boolean {
  const isAsked = headers['accept-encoding'] !== undefined || headers.range !== undefined;
  return !isAsked && method !== 'HEAD';
}

function isRedirect({ statusCode = 0, headers }: IncomingMessage): boolean {
  return statusCode >= 300 && statusCode <= 399 && headers.location !== undefined;
}

function refuseRedirect(answer: IncomingMessage, { response, writeHead }: ForwardedRequest): void {
  answer.destroy();
  const text = 'the backend attempted to redirect this request, which is not permitted';
  writeHead(502, { 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** The path at which a page of the destination is found through the server, without what the destination is asked for. */
function prefixOf({ path }: BackendLocation, client: ForwardedRequest): string {
  return client.path.endsWith(path) ? client.path.slice(0, client.path.length - path.length) : client.path;
}

function forwardedUri(destination: BackendLocation, client: ForwardedRequest): string {
  return `${escapePath(prefixOf(destination, client))}${escapePath(destination.path)}`;
}

function linksOf(destination: BackendLocation, client: ForwardedRequest): LinkRewriter {
  const requestHost = String(client.ownHeaders?.host ?? client.request.headers.host ?? '');
  return linkRewriter({ host: hostPortOf(destination), requestHost, prefix: prefixOf(destination, client) });
}

/** Reports whether a body follows; for HTTP/2 this depends on the stream, as the length is optional there. */
function hasBody(request: IncomingMessage): boolean {
  const { stream } = request as { stream?: ServerHttp2Stream };
  if (stream) return !stream.endAfterHeaders;
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/** Sends the body and waits for the answer to begin, whichever comes first. */
async function exchange(
  attempts: Attempts,
  { request }: ForwardedRequest,
  destination: BackendLocation,
): Promise<IncomingMessage> {
  const sendsBody = hasBody(request);
  const isRepeatable = !sendsBody && REPEATABLE.has(request.method ?? 'GET');
  try {
    return await (isRepeatable ? attemptOnLiving(attempts) : attempt(attempts.next(), sendsBody ? request : undefined));
  } catch (thrown) {
    const error = thrown instanceof LostConnection ? thrown.cause : thrown;
    if (attempts.areVain && !attempts.areLate) throw gone(error);
    const why = describeBackendFault(error, destination);
    throw failure(503, `error trying to reach service: ${why}`, { reason: 'ServiceUnavailable' });
  }
}

/** Requests that may be sent again when the connection ends that others have used before (net/http: isReplayable). */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** A connection that was used before has ended instead of being answered on. */
class LostConnection extends Error {}

/**
 * Sends a request again as long as used connections end instead: where one has ended, others that were idle may have, too.
 * This ends at the first new connection.
 */
async function attemptOnLiving(attempts: Attempts): Promise<IncomingMessage> {
  for (;;) {
    try {
      return await attempt(attempts.next());
    } catch (error) {
      // A request that its client gives up ends like one whose connection does.
      if (attempts.areVain || !(error instanceof LostConnection)) throw error;
    }
  }
}

async function attempt(outgoing: ClientRequest, body?: IncomingMessage): Promise<IncomingMessage> {
  const answered = answerOf(outgoing);
  // Whatever is wrong with the body shows at the answer: one that is refused half-way is still answered.
  if (body) pipeline(body, outgoing).catch(() => outgoing.destroy());
  else outgoing.end();
  return answered;
}

/** Resolves with the answer, which fails if the request does afterwards. */
function answerOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined;
    outgoing.once('response', (response) => resolve((answer = response)));
    outgoing.on('error', (error) => {
      if (answer) return void answer.destroy();
      reject(outgoing.reusedSocket ? new LostConnection('the connection has ended', { cause: error }) : error);
    });
  });
}

function gone(cause: unknown): Error {
  return failure(499, 'the client has gone', { cause });
}
