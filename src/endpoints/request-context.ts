import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Negotiated, Serializers } from '../codecs/index.js';
import type { RequestInfo, UserInfo } from '../request/index.js';
import { WarningRecorder } from './answers/warning-recorder.js';

/** What is known of a request when it arrives. */
export interface ReceivedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
  readonly id: string;
  /** The formats it may be written in, and its answer. */
  readonly serializers: Serializers;
  /** Whether large answers are compressed for those who take that (gate `APIResponseCompression`). */
  readonly compresses: boolean;
}

/** What an answer consists of, besides its code. */
export interface AnswerContent {
  readonly contentType: string;
  readonly body: Buffer | string;
}

/** What Go reads as true. */
const TRUE = /^(1|t|T|true|TRUE|True)$/;

/** Everything about one request while it is being answered. Made once per request, never kept. */
export class RequestContext {
  /** Bytes of the answer's body so far. */
  sentBytes = 0;
  /** Who asks; set by authentication. */
  user!: UserInfo;
  private warnings: WarningRecorder | undefined;
  private lifetime: AbortController | undefined;

  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
  readonly id: string;
  readonly serializers: Serializers;
  readonly compresses: boolean;

  constructor(received: ReceivedRequest) {
    this.request = received.request;
    this.response = received.response;
    this.info = received.info;
    this.query = received.query;
    this.id = received.id;
    this.serializers = received.serializers;
    this.compresses = received.compresses;
  }

  /** The path, percent-decoded, without the query. */
  get path(): string {
    return this.info.path;
  }

  get method(): string {
    return this.request.method ?? 'GET';
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  /** Aborted when the answer is finished or the client is gone. */
  get signal(): AbortSignal {
    // Made when asked for: most answers end without anyone waiting for it, and an abort costs as much as the rest of a get.
    if (!this.lifetime) {
      const lifetime = (this.lifetime = new AbortController());
      if (this.response.closed) lifetime.abort();
      else this.response.once('close', () => lifetime.abort());
    }
    return this.lifetime.signal;
  }

  /** Adds a warning for the client. */
  warn = (text: string): void => {
    (this.warnings ??= new WarningRecorder()).add(text);
  };

  /** Whether an answer in this form is to be indented for a person. */
  indents({ serializer, asksPretty }: Negotiated): boolean {
    return serializer.canIndent && (asksPretty || this.isForPeople);
  }

  /** Whether the client is a person: as `pretty` says, otherwise browsers and curl. */
  private get isForPeople(): boolean {
    const sent = this.query.get('pretty');
    if (sent !== null && sent !== '') return TRUE.test(sent);
    const agent = this.headers['user-agent'] ?? '';
    return agent.startsWith('curl') || agent.startsWith('Wget') || agent.startsWith('Mozilla/5.0');
  }

  /** Starts the answer: status and headers. */
  writeHead(status: number, headers: OutgoingHttpHeaders): void {
    this.start(status, Object.assign(this.ownHeaders(), headers));
  }

  /** Sends an answer without a body. */
  sendEmpty(status: number): void {
    this.writeHead(status, { 'content-length': 0 });
    this.response.end();
  }

  /** Sends a whole answer. */
  send(status: number, { contentType, body }: AnswerContent, headers?: OutgoingHttpHeaders): void {
    if (this.response.headersSent) return void this.response.end();
    const all = this.ownHeaders();
    all['content-type'] = contentType;
    all['content-length'] = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
    this.start(status, headers ? Object.assign(all, headers) : all);
    if (this.method === 'HEAD') return void this.response.end();
    this.sentBytes += all['content-length'];
    this.response.end(body);
  }

  /** Sends a piece of an answer that was started; tells whether there is room for more. `sent` is called when it is on its way. */
  write(piece: Uint8Array, sent?: () => void): boolean {
    this.sentBytes += piece.length;
    return this.response.write(piece, sent);
  }

  /** Sends the last piece of an answer that was started. */
  end(piece: Uint8Array, sent?: () => void): void {
    this.sentBytes += piece.length;
    this.response.end(piece, sent);
  }

  private ownHeaders(): OutgoingHttpHeaders {
    return { 'audit-id': this.id, 'cache-control': 'no-cache, private' };
  }

  private start(status: number, headers: OutgoingHttpHeaders): void {
    if (this.warnings) this.response.setHeader('warning', this.warnings.headers());
    this.response.writeHead(status, headers);
  }
}
