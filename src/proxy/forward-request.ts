import { once } from 'node:events';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { pipeline } from 'node:stream/promises';
import { failure, internalError } from '../apimachinery/index.js';
import { describeBackendFault } from './backend-fault.js';
import type { Backends } from './backends.js';
import { type Destination, escapePath, hostPortOf } from './destination.js';
import { answerHeaders, forwardedHeaders } from './forwarded-headers.js';
import { type LinkRewriter, linkRewriter } from './link-rewriting.js';
import { canDecode, pageRewriting } from './page-rewriting.js';

/** A request to forward, and its response. */
export interface ForwardedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path, percent-decoded, at which the client has found it. */
  readonly path: string;
  /** Starts the answer. */
  writeHead(status: number, headers: OutgoingHttpHeaders): void;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/**
 * Leads a request on, and its answer back, neither faster than the other end reads. 503 when nobody answers; when the
 * answer breaks off its connection does too (upstream: UpgradeAwareHandler with its rewriting transport).
 */
export async function forwardRequest(
  backends: Backends,
  destination: Destination,
  client: ForwardedRequest,
): Promise<void> {
  const headers = { ...forwardedHeaders(client.request), 'x-forwarded-uri': forwardedUri(destination, client) };
  const { method = 'GET' } = client.request;
  const outgoing = backends.open(destination, { method, headers: bodyHeaders(client.request, headers), ...client });
  const answer = await exchange(outgoing, client, destination);
  await leadBack(answer, client, linksOf(destination, client));
}

/** The path at which a page of the destination is found through the server, without what the destination is asked for. */
function prefixOf({ path }: Destination, client: ForwardedRequest): string {
  return client.path.endsWith(path) ? client.path.slice(0, client.path.length - path.length) : client.path;
}

function forwardedUri(destination: Destination, client: ForwardedRequest): string {
  return `${escapePath(prefixOf(destination, client))}${escapePath(destination.path)}`;
}

function linksOf(destination: Destination, client: ForwardedRequest): LinkRewriter {
  const { host = '' } = client.request.headers;
  return linkRewriter({ host: hostPortOf(destination), requestHost: host, prefix: prefixOf(destination, client) });
}

/** Reports whether a body follows; for HTTP/2 this depends on the stream, as the length is optional there. */
function hasBody(request: IncomingMessage): boolean {
  const { stream } = request as { stream?: ServerHttp2Stream };
  if (stream) return !stream.endAfterHeaders;
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function bodyHeaders(request: IncomingMessage, headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  if (!hasBody(request) || headers['content-length'] !== undefined) return headers;
  return { ...headers, 'transfer-encoding': 'chunked' };
}

/** Sends the body and waits for the answer to begin, whichever comes first. */
async function exchange(
  outgoing: ClientRequest,
  { request, signal }: ForwardedRequest,
  destination: Destination,
): Promise<IncomingMessage> {
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  // Whatever is wrong with the body shows at the answer: one that is refused half-way is still answered.
  if (hasBody(request)) pipeline(request, outgoing).catch(() => outgoing.destroy());
  else outgoing.end();
  try {
    const [answer] = await answered;
    outgoing.on('error', () => answer.destroy());
    return answer;
  } catch (error) {
    outgoing.on('error', () => {});
    if (signal.aborted) throw gone(error);
    const why = describeBackendFault(error, destination);
    throw failure(503, `error trying to reach service: ${why}`, { reason: 'ServiceUnavailable' });
  }
}

function gone(cause: unknown): Error {
  return failure(499, 'the client has gone', { cause });
}

async function leadBack(answer: IncomingMessage, client: ForwardedRequest, links: LinkRewriter): Promise<void> {
  const headers = answerHeaders(answer.rawHeaders);
  const { location } = headers;
  if (location) headers.location = location.map((link) => links.rewrite(link));
  const encoding = headers['content-encoding']?.[0] ?? '';
  const isRewritten = !location && isPage(headers) && canDecode(encoding) && client.request.method !== 'HEAD';
  const steps = isRewritten ? await pageRewriting(encoding, links) : [];
  if (isRewritten) {
    delete headers['content-encoding'];
    delete headers['content-length'];
  }
  startAnswer(answer, client, headers);
  // An aborted response ends both connections; the client detects it by the missing end.
  await pipeline([answer, ...steps, client.response]).catch(() => client.response.destroy());
}

/** Node refuses headers with bytes that no header has. */
function startAnswer(answer: IncomingMessage, client: ForwardedRequest, headers: OutgoingHttpHeaders): void {
  try {
    client.writeHead(answer.statusCode!, headers);
  } catch (error) {
    answer.destroy();
    throw internalError('the answer of the service is malformed', error);
  }
}

function isPage(headers: Readonly<Record<string, string[]>>): boolean {
  return headers['content-type']?.[0].split(';')[0].trim() === 'text/html';
}
