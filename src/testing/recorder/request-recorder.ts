import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ObservedRequest, RequestObserver } from '../../server/index.js';
import { type RequestSelector, matcherOf } from '../faults/request-selector.js';

/** A request that was answered, or is being answered. */
export interface RecordedRequest {
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly path: string;
  /** The query as it was sent, without `?`. */
  readonly query: string;
  /** Empty where the caller is not known. */
  readonly user: string;
  readonly userAgent: string;
  /** The code of the answer; undefined until it begins. */
  readonly code: number | undefined;
  /** The body that was sent, as text; of a large one the beginning. Empty where it was not read. */
  readonly body: string;
  /** Milliseconds until the end of the answer; undefined before. */
  readonly milliseconds: number | undefined;
}

interface Recording {
  /** Its response while it is being answered: a request must not be kept afterwards. */
  response: ServerResponse | undefined;
  readonly record: { -readonly [K in keyof RecordedRequest]: RecordedRequest[K] };
  readonly chunks: Buffer[];
  bytes: number;
}

/** Older requests are forgotten: a test that loops must not take all memory. */
const MOST_REQUESTS = 10_000;
/** How much of a body is kept. */
const MOST_BODY_BYTES = 64 * 1024;

/** Records what is asked of a server under test. */
export class RequestRecorder implements RequestObserver {
  private recordings: Recording[] = [];
  private readonly running = new WeakMap<ObservedRequest, Recording>();

  received(request: ObservedRequest): void {
    const { verb, group, version, resource, subresource, namespace, name, path } = request.info;
    const facts = { verb, group, version, resource, subresource, namespace, name, path };
    const result = { user: '', code: undefined, body: '', milliseconds: undefined };
    const record = { ...facts, query: request.query.toString(), userAgent: '', ...result };
    const recording: Recording = { response: request.response, record, chunks: [], bytes: 0 };
    this.running.set(request, recording);
    this.recordings.push(recording);
    if (this.recordings.length > MOST_REQUESTS * 1.1) this.recordings = this.recordings.slice(-MOST_REQUESTS);
  }

  /** Observes the body of a request whose caller is known, as it is read. */
  followBody(request: ObservedRequest & { readonly request: IncomingMessage }): void {
    const recording = this.running.get(request);
    if (!recording) return;
    recording.record.userAgent = request.request.headers['user-agent'] ?? '';
    recording.record.user = request.user?.name ?? '';
    // Unlike `on` this does not make the stream flow.
    request.request.prependListener('data', (chunk: Buffer) => {
      const rest = MOST_BODY_BYTES - recording.bytes;
      if (rest <= 0) return;
      recording.chunks.push(chunk.subarray(0, rest));
      recording.bytes += Math.min(rest, chunk.length);
    });
  }

  answered(request: ObservedRequest): void {
    const recording = this.running.get(request);
    if (!recording) return;
    recording.response = undefined;
    recording.record.code = request.response.statusCode;
    recording.record.milliseconds = performance.now() - request.receivedAt;
    recording.record.body = Buffer.concat(recording.chunks.splice(0)).toString();
  }

  /** Returns the requests that fit a selector, in the order of their arrival. */
  find(selector: RequestSelector = {}): RecordedRequest[] {
    const matches = matcherOf(selector);
    return this.recordings
      .filter(({ record }) => matches({ info: record, user: { name: record.user, groups: [] } }))
      .map(({ response, record }) => ({ ...record, ...begunCode(response) }));
  }

  /** Forgets all requests. */
  clear(): void {
    this.recordings = [];
  }
}

/** The code of a watch, whose answer has begun and does not end. */
function begunCode(response: ServerResponse | undefined): { code?: number } {
  return response?.headersSent ? { code: response.statusCode } : {};
}
