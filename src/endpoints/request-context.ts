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
import { type RequestSeat, UNLIMITED } from './request-seat.js';

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
  /** True if large answers are compressed for clients that accept it (gate `APIResponseCompression`). */
  readonly compresses: boolean;
  /** The resources shared with the other responses of the server. */
  readonly shared: AnswerResources;
  /** True if annotations for audit are kept. */
  readonly isAnnotated?: boolean;
  /** The user of a request made in this process, whose identity needs no proof. */
  readonly caller?: UserInfo;
}

const NOTHING = Buffer.alloc(0);

/** The content of a response, besides its status code. */
export interface AnswerContent {
  readonly contentType: string;
  readonly body: Buffer | string;
}

/** The texts that Go parses as true. */
const TRUE = /^(1|t|T|true|TRUE|True)$/;

/** Everything about one request while it is being answered. Made once per request, never kept. */
export class RequestContext implements ObservedRequest {
  // Each of these has one writer.

  /** How long it may take, in milliseconds. Set by the arrival gate. */
  limitMs = Infinity;
  /** When its time is up, in milliseconds of `performance.now()`, where it has a limit. Set by the arrival gate. */
  deadline: number | undefined;
  /** Collects the audit events; undefined where nothing is recorded, and before the caller is known. Set by the auditor. */
  trail: AuditTrail | undefined;
  /** Set by priority and fairness. */
  seat: RequestSeat = UNLIMITED;
  /** The decision that allowed it. Set by the authorization gate. */
  decision!: Decision;
  /** The filter for objects of a collection that the user may see; undefined for all. Set by the object filter gate. */
  objectFilter: ObjectFilter | undefined;
  /** Bytes of the body. Set when it has been read. */
  bodyBytes: number | undefined;
  /** True if its answer had begun, and was broken off. Set by the answer to its failure. */
  isAborted = false;
  /** The span of the work, for traces and the log of slow requests; undefined where there are neither. Set by tracing. */
  span: Span | undefined;

  // These change by the methods of the context alone.

  private identified: UserInfo | undefined;
  private acting: UserInfo | undefined;
  private constraint: string | undefined;
  private isGivenUp = false;
  private sent = 0;
  /** Undefined before the first look-up, null where no resource is served. */
  private found: ServedResource | null | undefined;
  private warnings: WarningRecorder | undefined;
  private waiting: ResponseSignal | undefined;

  readonly receivedAt = performance.now();

  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
  readonly id: string;
  private readonly catalogue: Pick<Catalogue, 'resource'>;
  readonly serializers: Serializers;
  readonly compresses: boolean;
  readonly shared: AnswerResources;
  /** True if it was made in this process, by a controller or a hook. */
  readonly isFromProcess: boolean;
  /** True if the request stays open: a watch, or a stream to a node. */
  readonly isLongRunning: boolean;
  /** The annotations of its audit event; undefined without audit. */
  readonly annotations: AuditAnnotations | undefined;

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
    this.identified = received.caller;
    this.isFromProcess = received.caller !== undefined;
    if (received.isAnnotated) this.annotations = new AuditAnnotations();
  }

  /** The authenticated user; undefined before authentication, and where it failed. */
  get caller(): UserInfo | undefined {
    return this.identified;
  }

  /** The user the request is made as: the caller, or the one the caller impersonates. Not to be read before authentication. */
  get user(): UserInfo {
    return this.acting!;
  }

  get impersonationConstraint(): string | undefined {
    return this.constraint;
  }

  /** Records who the request comes from. Called by authentication. */
  identify(caller: UserInfo): void {
    this.identified = this.acting = caller;
  }

  /** Continues as another user. Called by impersonation. */
  actAs(user: UserInfo, constraint?: string): void {
    this.acting = user;
    if (constraint !== undefined) this.constraint = constraint;
  }

  /** Milliseconds that it waited for a seat. */
  get queuedMs(): number {
    return this.seat.queuedMs;
  }

  /** True if the server gave it up to protect itself: it was refused a seat, or its time was up. */
  get isTerminated(): boolean {
    return this.isGivenUp;
  }

  /** Records that the server gives the request up, and aborts its work where that has begun. */
  terminate(reason?: StatusError): void {
    this.isGivenUp = true;
    if (reason) this.abort(reason);
  }

  /** Bytes of the answer's body so far. */
  get sentBytes(): number {
    return this.sent;
  }

  /** Counts bytes of the answer's body that were sent without `send`, `write` or `end`. */
  countSent(bytes: number): void {
    this.sent += bytes;
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
    return this.limitMs - this.seat.queuedMs;
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

  /** Aborts all work of the request that is not being stored yet. */
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

  /** Sets the headers of every response, and others, where an answer that is not written here carries them too. */
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
    this.sent += all['content-length'];
    // Node joins the head to a text and encodes both as UTF-8, see `flushHead`.
    this.response.end(this.warnings && typeof body === 'string' ? Buffer.from(body) : body);
  }

  /**
   * Sends a chunk of a started response; returns whether there is room for more. `sent` is called when it has been
   * written.
   */
  write(piece: Uint8Array, sent?: () => void): boolean {
    this.sent += piece.length;
    return this.response.write(piece, sent);
  }

  /** Sends the last piece of an answer that was started. */
  end(piece: Uint8Array, sent?: () => void): void {
    this.sent += piece.length;
    this.response.end(piece, sent);
  }

  private find(): ServedResource | undefined {
    const { isResourceRequest, group, version, resource } = this.info;
    return isResourceRequest ? this.catalogue.resource(group, version, resource) : undefined;
  }

  private ownHeaders(): OutgoingHttpHeaders {
    const { flow } = this.seat;
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
