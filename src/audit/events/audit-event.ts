import { stringifyJson } from '../../codecs/index.js';
import type { UserInfo } from '../../request/index.js';
import type { Stage } from '../policy/index.js';
import type { ObjectReference } from './object-reference.js';
import { type RequestFacts, microTime } from './request-facts.js';
import { userJson } from './user-json.js';

/** The members of a Status that events have, in the order of the reference's. */
export interface EventStatus {
  readonly status?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly details?: object;
  readonly code?: number;
}

/** The part of an event that belongs to one stage. Objects are JSON. */
export interface StageFacts {
  readonly stage: Stage;
  /** Milliseconds since 1970, with a fraction. */
  readonly at: number;
  readonly impersonated?: UserInfo;
  /** The verb that allowed the impersonation, where the right is bound to what is done. */
  readonly impersonationConstraint?: string;
  readonly objectRef?: ObjectReference;
  readonly responseStatus?: EventStatus;
  readonly requestObject?: string;
  readonly responseObject?: string;
  /** In any order. */
  readonly annotations: ReadonlyMap<string, string>;
}

const TYPE = '"kind":"Event","apiVersion":"audit.k8s.io/v1",';

/** An event: what one stage of a request was like. Written once, however many backends there are. */
export class AuditEvent {
  private written: string | undefined;

  constructor(
    readonly request: RequestFacts,
    readonly facts: StageFacts,
  ) {}

  /** The event as one line of JSON. Throws RangeError where it is longer than a text can be. */
  get json(): string {
    return `{${TYPE}${this.members}`;
  }

  /** The same as an item of a list, which names no type. */
  get itemJson(): string {
    return `{${this.members}`;
  }

  /** Returns the event without objects, marked as such (upstream: the truncate backend). */
  truncated(): AuditEvent {
    const annotations = new Map(this.facts.annotations).set('audit.k8s.io/truncated', 'true');
    const facts = { ...this.facts, requestObject: undefined, responseObject: undefined, annotations };
    return new AuditEvent(this.request, facts);
  }

  private get members(): string {
    return (this.written ??= membersOf(this.request, this.facts));
  }
}

/** Returns events as an EventList of audit.k8s.io/v1, in JSON. */
export function eventList(events: readonly AuditEvent[]): string {
  const items = events.map(({ itemJson }) => itemJson).join();
  return `{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[${items}]}`;
}

function membersOf(request: RequestFacts, facts: StageFacts): string {
  const { stage, at, requestObject, responseObject, impersonated, impersonationConstraint, responseStatus, objectRef } =
    facts;
  const { openingJson, requestJson, clientJson, receivedTime } = request;
  return (
    openingJson +
    stage +
    requestJson +
    (impersonated ? `,"impersonatedUser":${userJson(impersonated)}` : '') +
    (impersonationConstraint === undefined ? '' : constraintJson(impersonationConstraint)) +
    clientJson +
    (objectRef ? `,"objectRef":${objectRef.json}` : '') +
    (responseStatus ? `,"responseStatus":${statusJson(responseStatus)}` : '') +
    (requestObject === undefined ? '' : `,"requestObject":${requestObject}`) +
    (responseObject === undefined ? '' : `,"responseObject":${responseObject}`) +
    `,"requestReceivedTimestamp":"${receivedTime}",` +
    `"stageTimestamp":"${at === request.source.receivedAt ? receivedTime : microTime(at)}"` +
    `${annotationsJson(facts.annotations)}}`
  );
}

function constraintJson(constraint: string): string {
  return `,"authenticationMetadata":{"impersonationConstraint":"${constraint}"}`;
}

function statusJson(status: EventStatus): string {
  // Most answers are objects, which say nothing besides.
  if (status.status === undefined) return `{"metadata":{},"code":${status.code}}`;
  return stringifyJson({ metadata: {}, ...status });
}

function annotationsJson(annotations: StageFacts['annotations']): string {
  if (annotations.size === 0) return '';
  let members = '';
  for (const key of [...annotations.keys()].sort()) {
    members += `${members === '' ? '' : ','}"${key}":${stringifyJson(annotations.get(key))}`;
  }
  return `,"annotations":{${members}}`;
}
