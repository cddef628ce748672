import { formatMicroTime } from '../../apimachinery/index.js';
import { stringifyJson } from '../../codecs/index.js';
import type { UserInfo } from '../../request/index.js';
import type { PolicyLevel, Stage } from '../policy/index.js';
import { userJson } from './user-json.js';

/** The part of an event that all stages of a request share. */
export interface RequestFacts {
  readonly id: string;
  readonly level: PolicyLevel;
  /** Path and query as they were sent. */
  readonly uri: string;
  readonly verb: string;
  /** The authenticated user; undefined where authentication failed. */
  readonly user: UserInfo | undefined;
  readonly sourceIps: readonly string[];
  readonly userAgent: string;
  /** When it arrived, in milliseconds since 1970, with a fraction. */
  readonly receivedAt: number;
}

/** The object that a request is about. */
export interface ObjectReference {
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly resourceVersion?: string;
  readonly subresource?: string;
}

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

  /** The event without objects, marked as such (upstream: the truncate backend). */
  truncated(): AuditEvent {
    const annotations = new Map(this.facts.annotations).set('audit.k8s.io/truncated', 'true');
    const facts = { ...this.facts, requestObject: undefined, responseObject: undefined, annotations };
    return new AuditEvent(this.request, facts);
  }

  private get members(): string {
    return (this.written ??= membersOf(this.request, this.facts));
  }
}

function membersOf(request: RequestFacts, facts: StageFacts): string {
  const { requestObject, responseObject, impersonated, responseStatus, objectRef } = facts;
  return (
    `"level":"${request.level}","auditID":${stringifyJson(request.id)},"stage":"${facts.stage}",` +
    `"requestURI":${stringifyJson(request.uri)},"verb":${stringifyJson(request.verb)},"user":${userJson(request.user)}` +
    (impersonated ? `,"impersonatedUser":${userJson(impersonated)}` : '') +
    (request.sourceIps.length > 0 ? `,"sourceIPs":${JSON.stringify(request.sourceIps)}` : '') +
    (request.userAgent === '' ? '' : `,"userAgent":${stringifyJson(request.userAgent)}`) +
    (objectRef ? `,"objectRef":${stringifyJson(objectRef)}` : '') +
    (responseStatus ? `,"responseStatus":${stringifyJson({ metadata: {}, ...responseStatus })}` : '') +
    (requestObject === undefined ? '' : `,"requestObject":${requestObject}`) +
    (responseObject === undefined ? '' : `,"responseObject":${responseObject}`) +
    `,"requestReceivedTimestamp":"${microTime(request.receivedAt)}","stageTimestamp":"${microTime(facts.at)}"` +
    `${annotationsJson(facts.annotations)}}`
  );
}

function annotationsJson(annotations: StageFacts['annotations']): string {
  if (annotations.size === 0) return '';
  const sorted = [...annotations].sort(([a], [b]) => (a < b ? -1 : 1));
  const members = sorted.map(([key, value]) => `${JSON.stringify(key)}:${stringifyJson(value)}`);
  return `,"annotations":{${members.join()}}`;
}

/** Microseconds, from milliseconds with a fraction. */
export function microTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return formatMicroTime({ seconds, nanoseconds: (milliseconds - seconds * 1000) * 1e6 });
}
