import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { failure } from '../apimachinery/index.js';
import { describeBackendFault } from './backend-fault.js';
import { type TextSubject, describeAnswer } from './backend-answer.js';
import type { Backends } from './backends.js';
import { type Destination, urlOf } from './destination.js';
import { MAX_FAULT_BYTES } from './limits.js';

/**
 * Asks for a text by GET and answers the stream of it, which is the caller's to read or destroy. Redirects are not
 * followed. Throws StatusError without an answer, or with no text (upstream: LocationStreamer).
 */
export async function readText(
  backends: Backends,
  destination: Destination,
  { subject, signal }: { subject: TextSubject; signal: AbortSignal },
): Promise<IncomingMessage> {
  const answer = await get(backends, destination, signal);
  const { statusCode = 0 } = answer;
  if (statusCode >= 300 && statusCode < 400 && answer.headers.location !== undefined) {
    answer.destroy();
    throw failed(destination, 'redirects forbidden');
  }
  if (statusCode >= 200 && statusCode <= 206) return answer;
  throw describeAnswer(statusCode, await readStart(answer), subject);
}

async function get(backends: Backends, destination: Destination, signal: AbortSignal): Promise<IncomingMessage> {
  const request = backends.open(destination, { method: 'GET', headers: {}, signal });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.end();
  try {
    const [answer] = await answered;
    request.on('error', () => answer.destroy());
    return answer;
  } catch (error) {
    request.on('error', () => {});
    throw failed(destination, describeBackendFault(error, destination));
  }
}

function failed(destination: Destination, why: string): Error {
  return failure(500, `Get "${urlOf(destination)}": ${why}`);
}

/** Reads the beginning of an error response. */
async function readStart(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_FAULT_BYTES) break;
    }
  } catch {
    // The part that was received before the abort still contains the error.
  }
  return Buffer.concat(chunks).subarray(0, MAX_FAULT_BYTES).toString('utf8');
}
