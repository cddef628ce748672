import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AuditTrail } from '../audit/index.js';
import type { Decision } from '../authz/index.js';
import type { Negotiated, Serializers } from '../codecs/index.js';
import type { StatusError } from '../apimachinery/index.js';
import {
  AuditAnnotations,
  type AuditLevel,
  type ObjectFilter,
  type ObservedRequest,
  type RequestInfo,
  type RequestSignal,
  ResponseSignal,
  type UserInfo,
  isLongRunning,
} from '../request/index.js';
import type { Span } from '../observability/index.js';
import type { Catalogue, ServedResource } from '../plugin-host/index.js';
import type { AnswerResources } from './answers/answer-resources.js';
import { WarningRecorder } from './answers/warning-recorder.js';

/** The facts of a request when it arrives. */
export interface ReceivedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
  readonly id: string;
  /** The served resources. */
  readonly catalogue: Pick<Catalogue, 'resource'>;
  /** The formats it may be written in, and its answer. */
  readonly serializers: Serializers;
  /** True if large answers are compressed for those who take that (gate `APIResponseCompression`). */
  readonly compresses: boolean;
  /** The resources shared with the other responses of the server. */
  readonly shared: AnswerResources;
  /** True if annotations for audit are kept. */
  readonly isAnnotated?: boolean;
}

const NOTHING = Buffer.alloc(0);

/** The content of a response, besides its status code. */
export interface AnswerContent {
  readonly contentType: string;
  readonly body: Buffer | string;
}

/** The flow schema of a request, and its level, for the headers of its answer. */
export interface FlowIdentity {
  readonly uid: string;
  readonly level: { readonly uid: string };
}

/** The texts that Go parses as true. */
const TRUE = /^(1|t|T|true|TRUE|True)$/;

/** Everything about one request while it is being answered. Made once per request, never kept. */
export class RequestContext implements ObservedRequest {
  /** Bytes of the answer's body so far. */
  sentBytes = 0;
  /** The user the request is made as; set by authentication and impersonation. */
  user!: UserInfo;
  /** The authenticated user. */
  caller: UserInfo | undefined;
  /** Set by priority and fairness. */
  flow: FlowIdentity | undefined;
  /** The filter for objects of a collection that the user may see; undefined for all. Set by authorization. */
  objectFilter: ObjectFilter | undefined;
  /** Shared with the requests of its priority level: lanes take turns in what is worked on. */
  lane: object | undefined;
  /** Called when the body has been read: the work may have to wait for its turn. */
  bodyRead: (() => Promise<void> | undefined) | undefined;
  /** Called when the storage engine has the write of the request; more than once does no harm. */
  storing: (() => void) | undefined;
  /** Bytes of the body; set when it has been read. */
  bodyBytes: number | undefined;
  /** Set by priority and fairness. */
  queuedMs = 0;
  /** Set where the request is refused a seat, and where its time is up. */
  isTerminated = false;
  /** Set where an answer that has begun is broken off. */
  isAborted = false;
  /** Called when a watch has sent its first part, and waits for changes; more than once does no harm. */
  initialized: (() => void) | undefined;
  readonly receivedAt = performance.now();
  /** Undefined as long as nobody has asked, null where there is none. */
  private found: ServedResource | null | undefined;
  private warnings: WarningRecorder | undefined;
  /** Collects the audit events of the request; undefined where nothing is recorded, and before its caller is known. */
  trail: AuditTrail | undefined;
  private waiting: ResponseSignal | undefined;
  /** The span of the work on the request, for traces and the log of slow requests; undefined where there are neither. */
  span: Span | undefined;

  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
  readonly id: string;
  private readonly catalogue: Pick<Catalogue, 'resource'>;
  readonly serializers: Serializers;
  readonly compresses: boolean;
  readonly shared: AnswerResources;
  /** True if the request stays open: a watch, or a stream to a node. */
  readonly isLongRunning: boolean;
  /** The annotations of its audit event; undefined without audit. */
  readonly annotations: AuditAnnotations | undefined;

  /** How long it may take, in milliseconds; set on arrival. */
  limitMs = Infinity;
  /** When its time is up, in milliseconds of `performance.now()`; set on arrival, where it has a limit. */
  deadline: number | undefined;
  /** The decision that allowed it; set by authorization. */
  decision!: Decision;

  constructor(received: ReceivedRequest) {
    this.request = received.request;
    this.response = received.response;
    this.info = received.info;
    this.query = received.query;
    this.id = received.id;
    this.catalogue = received.catalogue;
    this.serializers = received.serializers;
    this.compresses = received.compresses;
    this.shared = received.shared;
    this.isLongRunning = isLongRunning(received.info);
    this.trail = undefined;
    this.span = undefined;
    if (received.isAnnotated) this.annotations = new AuditAnnotations();
  }

  /** The path, percent-decoded, without the query. */
  get path(): string {
    return this.info.path;
  }

  /**
   * The resource the path names; undefined where that is not served. Looked up once, when first needed: all that follows
   * sees the same one, also if it is replaced meanwhile.
   */
  get resource(): ServedResource | undefined {
    if (this.found === undefined) this.found = this.find() ?? null;
    return this.found ?? undefined;
  }

  /** How long it may take without the time it waited for a seat, in milliseconds. */
  get workMs(): number {
    return this.limitMs - this.queuedMs;
  }

  get method(): string {
    return this.request.method ?? 'GET';
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  /** Aborts when the response is no longer awaited: its deadline has passed, or the client has disconnected. */
  get lifetime(): RequestSignal {
    return (this.waiting ??= new ResponseSignal(this.response, this.deadline));
  }

  /** Aborted when the answer is finished, its deadline has passed, or the client is gone. */
  get signal(): AbortSignal {
    // Made when asked for: most answers end without anyone waiting for it, and an abort costs as much as the rest of a get.
    return this.lifetime.abortSignal;
  }

  /** Gives up all that the request has caused and that has not begun to be stored. */
  abort(reason: StatusError): void {
    (this.waiting ??= new ResponseSignal(this.response, this.deadline)).abort(reason);
  }

  annotate(key: string, value: string, level?: AuditLevel): void {
    this.annotations?.add(key, value, level);
  }

  /** Adds a warning for the client. */
  warn = (text: string): void => {
    (this.warnings ??= new WarningRecorder()).add(text);
  };

  /** Reports whether an answer in this form is to be indented for a person. */
  indents({ serializer, asksPretty }: Negotiated): boolean {
    return serializer.canIndent && (asksPretty || this.isForPeople);
  }

  /** True if the client is a person: as `pretty` says, otherwise browsers and curl. */
  private get isForPeople(): boolean {
    const sent = this.query.get('pretty');
    if (sent !== null && sent !== '') return TRUE.test(sent);
    const agent = this.headers['user-agent'] ?? '';
    return agent.startsWith('curl') || agent.startsWith('Wget') || agent.startsWith('Mozilla/5.0');
  }

  /** Puts the headers of every answer, and others, where an answer that is not written here carries them too. */
  prepareHeaders(headers: OutgoingHttpHeaders): void {
    const all = Object.assign(this.ownHeaders(), headers);
    for (const [name, value] of Object.entries(all)) if (value !== undefined) this.response.setHeader(name, value);
  }

  /** Starts the answer: status and headers. */
  writeHead(status: number, headers: OutgoingHttpHeaders): void {
    this.start(status, Object.assign(this.ownHeaders(), headers));
  }

  /** Sends the head of a started answer before there is any body. */
  flushHead(): void {
    // flushHeaders encodes the head as UTF-8, and bytes of warnings beyond ASCII a second time.
    if (this.request.httpVersionMajor === 1) this.response.write(NOTHING);
    else this.response.flushHeaders();
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
    // Node joins the head to a text and encodes both as UTF-8, see `flushHead`.
    this.response.end(this.warnings && typeof body === 'string' ? Buffer.from(body) : body);
  }

  /**
   * Sends a chunk of a started response; returns whether there is room for more. `sent` is called when it has been
   * written.
   */
  write(piece: Uint8Array, sent?: () => void): boolean {
    this.sentBytes += piece.length;
    return this.response.write(piece, sent);
  }

  /** Sends the last piece of an answer that was started. */
  end(piece: Uint8Array, sent?: () => void): void {
    this.sentBytes += piece.length;
    this.response.end(piece, sent);
  }

  private find(): ServedResource | undefined {
    const { isResourceRequest, group, version, resource } = this.info;
    return isResourceRequest ? this.catalogue.resource(group, version, resource) : undefined;
  }

  private ownHeaders(): OutgoingHttpHeaders {
    const { flow } = this;
    if (!flow) return { 'audit-id': this.id, 'cache-control': 'no-cache, private' };
    return {
      'audit-id': this.id,
      'cache-control': 'no-cache, private',
      'x-kubernetes-pf-flowschema-uid': flow.uid,
      'x-kubernetes-pf-prioritylevel-uid': flow.level.uid,
    };
  }

  private start(status: number, headers: OutgoingHttpHeaders): void {
    if (this.warnings) this.response.setHeader('warning', this.warnings.headers());
    this.response.writeHead(status, headers);
    this.trail?.started(status);
  }
}
