import { once } from 'node:events';
import type { AuditTrail } from '../../audit/index.js';
import type { OutgoingHttpHeaders } from 'node:http';
import { type WrittenList, giveBackListChunk } from '../../codecs/index.js';
import { turns } from '../../observability/index.js';
import type { AnswerContent, RequestContext } from '../request-context.js';
import { gzipOf } from './gzip-parts.js';
import { KeptItems } from './kept-items.js';

/** Responses up to this size are sent whole and uncompressed (upstream: defaultGzipThresholdBytes). */
const WHOLE_BYTES = 128 * 1024;
/** Small pieces are joined to about this size before they are sent. */
const JOINED_BYTES = 64 * 1024;
const ZIPPED: OutgoingHttpHeaders = { 'content-encoding': 'gzip', vary: 'Accept-Encoding' };

/** Content that is at hand as bytes. */
export interface EncodedContent extends AnswerContent {
  readonly body: Buffer;
}

/** Sends an answer that is at hand, compressed where it is large and the client takes that. */
export function sendCompressible(
  context: RequestContext,
  status: number,
  content: EncodedContent,
): void | Promise<void> {
  if (content.body.length <= WHOLE_BYTES || !wantsGzip(context)) return context.send(status, content);
  return sendCompressed(context, status, content);
}

async function sendCompressed(context: RequestContext, status: number, content: EncodedContent): Promise<void> {
  const body = await context.shared.compression.whole(content.body);
  context.send(status, { contentType: content.contentType, body }, ZIPPED);
}

/**
 * Responds with 200 and a list that is made piece by piece: no faster than the client reads, in turns with others, and never
 * more of it in memory than a few pieces. What turns out small is sent whole.
 */
export async function sendPieces(context: RequestContext, contentType: string, list: WrittenList): Promise<void> {
  const pieces = list.pieces[Symbol.iterator]();
  try {
    await sendFrom(pieces, context, { contentType, list });
  } finally {
    // The producer is notified that no more chunks are needed.
    pieces.return?.();
  }
}

async function sendFrom(
  pieces: Iterator<Uint8Array>,
  context: RequestContext,
  { contentType, list: { length, parts } }: { contentType: string; list: WrittenList },
): Promise<void> {
  const held: Uint8Array[] = [];
  let size = 0;
  if (turns.isOver()) await turns.first();
  while (length === undefined || length <= WHOLE_BYTES) {
    const next = pieces.next();
    if (next.done) return context.send(200, { contentType, body: joinHeld(held) });
    held.push(next.value);
    size += next.value.length;
    if (size > WHOLE_BYTES) break;
    if (turns.isOver()) await takeTurn(context);
  }
  const isZipped = wantsGzip(context);
  const isKnown = length !== undefined && !isZipped;
  context.writeHead(200, {
    'content-type': contentType,
    ...(isKnown && { 'content-length': length }),
    ...(isZipped && ZIPPED),
  });
  if (context.method === 'HEAD') return void context.response.end();
  if (isZipped && parts?.items instanceof KeptItems) return writeKeptZipped(context, parts.begin, parts.items);
  const all = { pieces: joinSmall(goOn(held, pieces)), length };
  await (isZipped ? writeZipped(context, all) : writePlain(context, all));
}

function joinHeld(pieces: readonly Uint8Array[]): Buffer {
  const joined = Buffer.concat(pieces);
  pieces.forEach(giveBackListChunk);
  return joined;
}

function* goOn(held: readonly Uint8Array[], rest: Iterator<Uint8Array>): Generator<Uint8Array> {
  yield* held;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

/** Joins small pieces. Nothing is yielded for a while, so a pause is asked for by an empty piece. */
function* joinSmall(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let small: Uint8Array[] = [];
  let size = 0;
  for (const piece of pieces) {
    const isLarge = piece.length >= JOINED_BYTES;
    if (isLarge || size + piece.length >= JOINED_BYTES) {
      if (size > 0) yield joinHeld(small);
      small = [];
      size = 0;
    }
    if (isLarge) {
      yield piece;
      continue;
    }
    small.push(piece);
    size += piece.length;
    if (turns.isOver()) yield NOTHING;
  }
  if (size > 0) yield joinHeld(small);
}

const NOTHING = Buffer.alloc(0);

async function writePlain(context: RequestContext, { pieces, length }: WrittenList): Promise<void> {
  const headStart = context.shared.headStarts.take(context.response);
  let rest = length ?? Infinity;
  let last: Uint8Array | undefined;
  for (const piece of headStart > 0 ? pieces : slicesOf(pieces)) {
    rest -= piece.length;
    if (piece.length >= JOINED_BYTES) flushSmall(context);
    // The end of an answer goes out with the last of it, and the pieces are gone through to their end.
    if (rest === 0) last ??= piece;
    else if (piece.length > 0) await writePiece(context, piece, headStart);
    if (turns.isOver()) await takeTurn(context);
  }
  if (last) context.end(last, () => giveBackListChunk(last));
  else context.response.end();
}

/** Large pieces in parts: what a client that does not read holds up is no more than one of them. */
function* slicesOf(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const piece of pieces) {
    if (piece.length <= WHOLE_BYTES) yield piece;
    else for (let at = 0; at < piece.length; at += WHOLE_BYTES) yield piece.subarray(at, at + WHOLE_BYTES);
  }
}

/**
 * Flushes earlier small writes over HTTP/1.1. In one turn with a large chunk they would be sent together, copied to
 * memory whose collection costs more than the packet.
 */
function flushSmall({ response }: RequestContext): void {
  if (response.chunkedEncoding !== undefined) response.socket?.uncork();
}

async function writeZipped(context: RequestContext, { pieces }: WrittenList): Promise<void> {
  const compressor = context.shared.compression.stream();
  try {
    for (const piece of pieces) {
      if (piece.length > 0) await writeZippedPiece(context, await compressor.write(piece));
      giveBackListChunk(piece);
      if (turns.isOver()) await takeTurn(context);
    }
    await writeZippedPiece(context, await compressor.end());
    context.response.end();
  } finally {
    compressor.close();
  }
}

/** Sends what was compressed for all who ask, behind what differs between them. */
async function writeKeptZipped(context: RequestContext, begin: Uint8Array, items: KeptItems): Promise<void> {
  const end = await items.zipped(context.shared.compression);
  return writePlain(context, { pieces: joinSmall(gzipOf(begin, end)) });
}

async function writeZippedPiece(context: RequestContext, pieces: readonly Buffer[]): Promise<void> {
  for (const piece of pieces) await writePiece(context, piece);
}

/** Resolves at once, or when the client has read enough; rejects when it is gone. */
function writePiece(context: RequestContext, piece: Uint8Array, headStart = 0): unknown {
  const hasRoom = context.write(piece, () => giveBackListChunk(piece));
  if (hasRoom || context.response.writableLength < headStart) return undefined;
  const drained = once(context.response, 'drain', { signal: context.signal });
  return context.trail ? timeWrite(context.trail, drained) : drained;
}

async function timeWrite(trail: AuditTrail, drained: Promise<unknown>): Promise<void> {
  const began = performance.now();
  await drained;
  trail.times.writing += performance.now() - began;
}

/** Rejects when the answer is no longer awaited. */
async function takeTurn({ response }: RequestContext): Promise<void> {
  await turns.nextSlice();
  if (response.destroyed || response.closed) throw new Error('the client is gone');
}

function wantsGzip(context: RequestContext): boolean {
  if (!context.compresses) return false;
  // As the reference: qualities are not weighed, an entry with one does not count.
  return String(context.headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => part.trim() === 'gzip');
}
