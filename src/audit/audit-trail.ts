import type { IncomingMessage } from 'node:http';
import type { ApiObject, MaybePromise } from '../apimachinery/index.js';
import { stringifyJson } from '../codecs/index.js';
import type { ObservedRequest } from '../request/index.js';
import { AuditEvent, type EventStatus, type ObjectReference, type RequestFacts } from './events/audit-event.js';
import { oneLine } from './events/compact-json.js';
import { latencyAnnotations } from './events/latency.js';
import { withoutManagedFields } from './events/managed-fields.js';
import { patchJson } from './events/patch-json.js';
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
}

/**
 * What is recorded of one request while it is answered, and its events. Handlers hand in the objects; they need not ask for the
 * level first, but `wantsRequest` and `wantsResponse` save the work of making JSON.
 */
export class AuditTrail {
  /** True if the object of the request is part of its events. */
  readonly wantsRequest: boolean;
  /** True if the object of the answer is part of its events. */
  readonly wantsResponse: boolean;
  private identity: ObjectReference = {};
  private requestObject: string | undefined;
  private responseObject: string | undefined;
  private status: EventStatus | undefined;
  private removedRelease: string | undefined;
  private isDeprecated = false;
  private isStarted = false;
  private isOver = false;
  private lastStage: Stage = 'ResponseComplete';
  private readonly derived = new Map<string, string>();

  constructor(
    private readonly request: RecordedRequest,
    private readonly parts: TrailParts,
  ) {
    this.wantsRequest = includesLevel(parts.config.level, 'Request');
    this.wantsResponse = includesLevel(parts.config.level, 'RequestResponse');
  }

  /** Records that the request has arrived; false if it is to be refused. */
  received(): MaybePromise<boolean> {
    return this.emit('RequestReceived', this.parts.facts.receivedAt);
  }

  /** Notes that the request is refused before its user is known: it has one event then. */
  refuse(): void {
    this.lastStage = 'ResponseStarted';
  }

  /** Takes the object of a request, in the version it was sent in; `encode` makes its JSON. */
  sawRequest(object: Pick<ApiObject, 'metadata'> | undefined, encode: () => string): void {
    const { name, namespace, uid, resourceVersion } = object?.metadata ?? {};
    this.identity = { name, namespace, uid, resourceVersion };
    if (this.wantsRequest) this.requestObject = this.shown(oneLine(encode()));
  }

  /** Takes the patch of a request. */
  async sawPatch(text: string): Promise<void> {
    if (this.wantsRequest) this.requestObject = await patchJson(text);
  }

  /** Takes the JSON of the answer's object. */
  sawResponse(json: string): void {
    if (this.wantsResponse) this.responseObject = this.shown(oneLine(json));
  }

  /** Takes a Status that the request is answered with. */
  sawStatus(sent: EventStatus): void {
    const { status, message, reason, details, code } = sent;
    this.status = { status, message, reason, details, code };
    if (this.wantsResponse) this.responseObject = stringifyJson(sent);
  }

  /** Notes that the API that answers is deprecated, and the first release without it. */
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

  /** Notes that the handler has failed without an answer of its own: the last event says so. */
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
    if (this.isDeprecated) this.derived.set('k8s.io/deprecated', 'true');
    if (this.removedRelease) this.derived.set('k8s.io/removed-release', this.removedRelease);
    if (this.request.isLongRunning) return;
    const total = this.parts.now() - this.parts.facts.receivedAt;
    for (const [key, value] of latencyAnnotations(this.request, total)) this.derived.set(key, value);
  }

  private emit(stage: Stage, at = this.parts.now()): MaybePromise<boolean> {
    const { config, facts, record } = this.parts;
    if (config.omitted.has(stage)) return true;
    const { caller, user } = this.request;
    return record(
      new AuditEvent(facts, {
        stage,
        at,
        impersonated: user === caller ? undefined : user,
        objectRef: this.objectRef(),
        responseStatus: this.status,
        requestObject: this.requestObject,
        responseObject: this.responseObject,
        annotations: this.annotations(),
      }),
    );
  }

  /** The object as the path names it, completed by the object that was sent. */
  private objectRef(): ObjectReference | undefined {
    const { info } = this.request;
    if (!info.isResourceRequest) return undefined;
    const { identity } = this;
    return {
      resource: info.resource || undefined,
      namespace: info.namespace || identity.namespace || undefined,
      name: info.name || identity.name || undefined,
      uid: identity.uid || undefined,
      apiGroup: info.group || undefined,
      apiVersion: info.version || undefined,
      resourceVersion: identity.resourceVersion || undefined,
      subresource: info.subresource || undefined,
    };
  }

  private annotations(): ReadonlyMap<string, string> {
    const { annotations } = this.request;
    if (!annotations) return this.derived;
    const all = new Map(this.derived);
    for (const [key, { value, level }] of annotations.all) {
      if (includesLevel(this.parts.config.level, level)) all.set(key, value);
    }
    return all;
  }

  private shown(json: string): string {
    return this.parts.config.omitsManagedFields ? withoutManagedFields(json) : json;
  }
}
