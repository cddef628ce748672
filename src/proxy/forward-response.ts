import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip } from 'node:zlib';
import { internalError } from '../apimachinery/index.js';
import type { ForwardedRequest } from './forwarded-request.js';
import { answerHeaders } from './forwarded-headers.js';
import type { LinkRewriter } from './link-rewriting.js';
import { canDecode, pageRewriting } from './page-rewriting.js';

/** How a response is changed before it is sent to the client. */
export interface AnswerChanges {
  readonly links: LinkRewriter;
  /** True if the client has not asked for what is compressed. */
  readonly isCompressed: boolean;
}

type AnswerHeaders = Readonly<Record<string, string[]>>;

/** Responses that fit into one buffer of Go's server, which sends nothing of one that breaks off (net/http: bufio). */
const SHORT_BYTES = 4096;

/**
 * Forwards a response to the client, no faster than it reads: links are rewritten, and what the client has not asked to
 * be compressed is decompressed. Pages stay in their encoding (upstream: Transport of apimachinery's proxy).
 */
export async function forwardResponse(
  answer: IncomingMessage,
  client: ForwardedRequest,
  { links, isCompressed }: AnswerChanges,
): Promise<void> {
  const headers = answerHeaders(answer);
  const { location, 'content-encoding': [encoding] = [''] } = headers;
  if (location) headers.location = location.map((link) => links.rewrite(link));
  const isPage = !location && isHtml(headers) && canDecode(encoding);
  const isDecoded = isCompressed && encoding.toLowerCase() === 'gzip' && headers['content-length']?.[0] !== '0';
  if (!isPage && !isDecoded && isShort(headers)) return forwardWholeResponse(answer, client, headers);
  if (isPage || isDecoded) delete headers['content-length'];
  if (isDecoded) delete headers['content-encoding'];
  const steps = client.request.method === 'HEAD' ? [] : await stepsOf({ encoding, isPage, isDecoded }, links);
  startAnswer(answer, client, headers);
  // An aborted response ends both connections; the client detects it by the missing end.
  await pipeline([answer, ...steps, client.response]).catch(() => client.response.destroy());
}

/** The kind of a body, which decides on its transformation. */
interface BodyKind {
  readonly encoding: string;
  readonly isPage: boolean;
  readonly isDecoded: boolean;
}

async function stepsOf({ encoding, isPage, isDecoded }: BodyKind, links: LinkRewriter): Promise<Duplex[]> {
  if (isPage) return pageRewriting({ from: encoding, to: isDecoded ? '' : encoding }, links);
  return isDecoded ? [createGunzip({ flush: constants.Z_SYNC_FLUSH })] : [];
}

function isShort({ 'content-length': length }: AnswerHeaders): boolean {
  return length !== undefined && Number(length[0]) <= SHORT_BYTES;
}

async function forwardWholeResponse(
  answer: IncomingMessage,
  client: ForwardedRequest,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const body = await readWhole(answer);
  if (body === undefined) return void client.response.destroy();
  startAnswer(answer, client, headers);
  // Head and body go out as one piece.
  client.response.end(body, 'latin1');
}

/** The body, one character per byte; undefined if it breaks off. An iterator would cost as much as the rest. */
function readWhole(answer: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve) => {
    let body = '';
    answer.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
    answer.once('end', () => resolve(body));
    answer.once('error', () => resolve(undefined));
    answer.once('close', () => resolve(undefined));
  });
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

function isHtml(headers: AnswerHeaders): boolean {
  return headers['content-type']?.[0].split(';')[0].trim() === 'text/html';
}
