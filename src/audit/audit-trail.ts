import type { IncomingMessage } from 'node:http';
import type { ApiObject, MaybePromise } from '../apimachinery/index.js';
import { stringifyJson } from '../codecs/index.js';
import type { ObservedRequest } from '../request/index.js';
import { AuditEvent, type EventStatus } from './events/audit-event.js';
import { oneLine } from './events/compact-json.js';
import { LatencyTimes, latencyAnnotations } from './events/latency.js';
import { withoutManagedFields } from './events/managed-fields.js';
import { NO_IDENTITY, type ObjectIdentity, type ObjectReference, referenceOf } from './events/object-reference.js';
import { patchJson } from './events/patch-json.js';
import type { RequestFacts } from './events/request-facts.js';
import { type RequestConfig, type Stage, includesLevel } from './policy/index.js';

/** A request that is recorded. */
export interface RecordedRequest extends ObservedRequest {
  readonly request: IncomingMessage;
}

/** The dependencies of a trail. */
export interface TrailParts {
  readonly config: RequestConfig;
  readonly facts: RequestFacts;
  /** The time of day in milliseconds, with a fraction. */
  readonly now: () => number;
  /** Takes the events; false if the request is to be refused. */
  readonly record: (event: AuditEvent) => MaybePromise<boolean>;
  /** Called when an object cannot be part of an event. */
  readonly onUnrecorded: (error: unknown) => void;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/**
 * Collects the facts of one request while it is answered, and makes its events. Handlers hand in objects whatever the level
 * is; `wantsRequest` and `wantsResponse` save the work of making JSON for nothing.
 */
export class AuditTrail {
  /** True if the object of the request is part of its events. */
  readonly wantsRequest: boolean;
  /** True if the object of the answer is part of its events. */
  readonly wantsResponse: boolean;
  private identity: ObjectIdentity = NO_IDENTITY;
  private reference: ObjectReference | undefined;
  private requestObject: string | undefined;
  private responseObject: string | undefined;
  private status: EventStatus | undefined;
  private removedRelease: string | undefined;
  private isDeprecated = false;
  private isStarted = false;
  private isOver = false;
  private lastStage: Stage = 'ResponseComplete';
  /** The times of the parts of the work. */
  readonly times = new LatencyTimes();
  /** Annotations that are known at the end. */
  private derived: Map<string, string> | undefined;

  constructor(
    private readonly request: RecordedRequest,
    private readonly parts: TrailParts,
  ) {
    this.wantsRequest = includesLevel(parts.config.level, 'Request');
    this.wantsResponse = includesLevel(parts.config.level, 'RequestResponse');
  }

  /** Records that the request has arrived; false if it is to be refused. */
  received(): MaybePromise<boolean> {
    return this.emit('RequestReceived', this.parts.facts.source.receivedAt);
  }

  /** Records that the request is refused before its user is known: it has one event then. */
  refuse(): void {
    this.lastStage = 'ResponseStarted';
  }

  /** Takes the object of a request, in the version it was sent in; `encode` makes its JSON. */
  sawRequest(object: Pick<ApiObject, 'metadata'> | undefined, encode: () => string): void {
    const { name, namespace, uid, resourceVersion } = object?.metadata ?? {};
    this.identity = { name, namespace, uid, resourceVersion };
    this.reference = undefined;
    if (this.wantsRequest) this.requestObject = this.shown(encode);
  }

  /** Takes the patch of a request. */
  async sawPatch(text: string): Promise<void> {
    if (this.wantsRequest) this.requestObject = await patchJson(text);
  }

  /** Takes the object of the answer; `encode` makes its JSON. */
  sawResponse(encode: () => string): void {
    if (this.wantsResponse) this.responseObject = this.shown(encode);
  }

  /** Takes a Status that the request is answered with. */
  sawStatus(sent: EventStatus): void {
    // The answer to a failed handler does not say why it failed.
    if (this.lastStage === 'Panic') return;
    const { status, message, reason, details, code } = sent;
    this.status = { status, message, reason, details, code };
    if (this.wantsResponse) this.responseObject = stringifyJson(sent);
  }

  /** Records that the API that answers is deprecated, and the first release without it. */
  sawDeprecated(removedRelease: string | undefined): void {
    this.isDeprecated = true;
    this.removedRelease = removedRelease;
  }

  /** Records that the answer begins, where the request is long-running. */
  started(code: number): void {
    if (this.isStarted) return;
    this.isStarted = true;
    this.status = { ...this.status, code };
    if (this.request.isLongRunning && this.lastStage === 'ResponseComplete') void this.emit('ResponseStarted');
  }

  /** Records that the handler has failed without its own answer: the last event says so. */
  panicked(reason: string): void {
    const message = `APIServer panic'd: ${reason}`;
    this.status = { status: 'Failure', message, reason: 'InternalError', code: 500 };
    this.lastStage = 'Panic';
  }

  /** Records the end of the request; once. */
  ended(): MaybePromise<boolean> {
    if (this.isOver) return true;
    this.isOver = true;
    if (this.lastStage !== 'Panic') this.settleStatus();
    if (this.lastStage === 'ResponseComplete') this.derive();
    return this.emit(this.lastStage);
  }

  private settleStatus(): void {
    const { response, isLongRunning } = this.request;
    if (response.headersSent) this.started(response.statusCode);
    if (this.status) return;
    this.status = { status: 'Success', message: 'Connection closed early', code: 200 };
    if (isLongRunning && this.lastStage === 'ResponseComplete') void this.emit('ResponseStarted');
  }

  private derive(): void {
    const total = this.parts.now() - this.parts.facts.source.receivedAt;
    const derived = new Map(this.request.isLongRunning ? [] : latencyAnnotations(this.request, total, this.times));
    if (this.isDeprecated) derived.set('k8s.io/deprecated', 'true');
    if (this.removedRelease) derived.set('k8s.io/removed-release', this.removedRelease);
    if (derived.size > 0) this.derived = derived;
  }

  private emit(stage: Stage, at = this.parts.now()): MaybePromise<boolean> {
    const { config, facts, record } = this.parts;
    if (config.omitted.has(stage)) return true;
    const { caller, user, info } = this.request;
    return record(
      new AuditEvent(facts, {
        stage,
        at,
        impersonated: user === caller ? undefined : user,
        impersonationConstraint: this.request.impersonationConstraint,
        objectRef: info.isResourceRequest ? (this.reference ??= referenceOf(info, this.identity)) : undefined,
        responseStatus: this.status,
        requestObject: this.requestObject,
        responseObject: this.responseObject,
        annotations: this.annotations(),
      }),
    );
  }

  /** The object as the path names it, completed by the object that was sent. */
  private annotations(): ReadonlyMap<string, string> {
    const { annotations } = this.request;
    if (!annotations) return this.derived ?? NOTHING;
    const all = new Map(this.derived);
    for (const [key, { value, level }] of annotations.all) {
      if (includesLevel(this.parts.config.level, level)) all.set(key, value);
    }
    return all;
  }

  /** An object as it is recorded; undefined for what cannot be: too long a text, for one. No request fails for it. */
  private shown(encode: () => string): string | undefined {
    try {
      const json = oneLine(encode());
      return this.parts.config.omitsManagedFields ? withoutManagedFields(json) : json;
    } catch (error) {
      this.parts.onUnrecorded(error);
      return undefined;
    }
  }
}
