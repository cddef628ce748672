import {
  type ApiObject,
  type GroupVersionKind,
  type GroupVersionResource,
  type MaybePromise,
  formatApiVersion,
  internalError,
} from '../apimachinery/index.js';
import type { AdmissionExamination, AuditLevel, ObservedRequest, RequestSignal, UserInfo } from '../request/index.js';
import type { ObjectShape } from '../schema/index.js';
import type {
  AdmissionAttributes,
  AdmissionOperation,
  EquivalentResource,
  OperationOptions,
} from './admission-attributes.js';
import type { FindEquivalents } from './admission-index.js';
import { inForm } from './object-form.js';
import type { SideEffect, Undoing } from './undoing.js';

/** The facts of a write that is to be admitted. */
export interface WriteFacts {
  readonly operation: AdmissionOperation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource?: string;
  readonly namespace: string;
  readonly name: string;
  readonly requestName?: string;
  readonly user: UserInfo;
  readonly dryRun?: boolean;
  /** Members of the options as they were sent. */
  readonly options?: object;
  readonly object?: ApiObject;
  readonly oldObject?: ApiObject;
  readonly warn?: (text: string) => void;
  /** Shows an object in another version; objects have only the one of `kind` where this is unset. */
  readonly convert?: (object: ApiObject, apiVersion: string) => MaybePromise<ApiObject | undefined>;
  /** Returns the shape of the objects in a version; undefined for one that the kind does not have. */
  readonly shapeIn?: (apiVersion: string) => ObjectShape | undefined;
  /** The shape in the version of `kind`, where objects have only that one. */
  readonly shape?: ObjectShape;
  /** Converts an object of any version to the working version of the write, decoded and with defaults; undefined for one that has no such version. */
  readonly restore?: (object: ApiObject) => MaybePromise<ApiObject | undefined>;
  readonly signal?: RequestSignal;
  /** The request over HTTP that the write is part of, for its observers. */
  readonly request?: ObservedRequest;
  readonly equivalentsOf?: FindEquivalents;
  /** Settles with the write what plugins have taken; unset where nothing can be taken. */
  readonly undoing?: Undoing;
}

const OPTIONS_KINDS = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const;
const OPTIONS_VERSION = 'meta.k8s.io/v1';
const NO_EQUIVALENTS: readonly EquivalentResource[] = [];

/** The attributes of one write. What costs something is made when it is asked for. */
export class WriteAttributes implements AdmissionAttributes {
  readonly operation: AdmissionOperation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly requestName: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  readonly oldObject: ApiObject | undefined;
  readonly warn: (text: string) => void;
  readonly signal: RequestSignal | undefined;
  readonly request: ObservedRequest | undefined;
  round = 0;
  /** Set by the chain when a plugin has changed the object after which all are called once more. */
  reinvokesAll = false;
  /** Set by the chain where an observer listens. */
  onExamined: ((examination: AdmissionExamination) => void) | undefined;
  /** Exchanged for its proper form when admission has changed it. */
  object: ApiObject | undefined;

  constructor(private readonly facts: WriteFacts) {
    this.operation = facts.operation;
    this.kind = facts.kind;
    this.resource = facts.resource;
    this.subresource = facts.subresource ?? '';
    this.namespace = facts.namespace;
    this.name = facts.name;
    this.requestName = facts.requestName ?? '';
    this.user = facts.user;
    this.dryRun = facts.dryRun ?? false;
    this.object = facts.object;
    this.oldObject = facts.oldObject;
    this.warn = facts.warn ?? noop;
    this.signal = facts.signal;
    this.request = facts.request;
  }

  get options(): OperationOptions | undefined {
    if (this.operation === 'CONNECT') return undefined;
    const dryRun = this.dryRun ? { dryRun: ['All'] } : {};
    return { ...dryRun, ...this.facts.options, kind: OPTIONS_KINDS[this.operation], apiVersion: OPTIONS_VERSION };
  }

  get equivalents(): readonly EquivalentResource[] {
    return this.facts.equivalentsOf?.(this.resource, this.subresource) ?? NO_EQUIVALENTS;
  }

  annotate(key: string, value: string, level?: AuditLevel): void {
    this.request?.annotate(key, value, level);
  }

  async replace(object: ApiObject): Promise<void> {
    if (object === this.object) return;
    const restored = await this.restore(object);
    if (restored) this.object = restored;
    else throw internalError(`admission made an object of another kind: ${object.apiVersion}, ${object.kind}`);
  }

  onFailure(undo: () => void): void {
    this.facts.undoing?.add({ commit: noop, revert: undo });
  }

  settleWith(effect: SideEffect): void {
    this.facts.undoing?.add(effect);
  }

  objectIn(apiVersion: string): MaybePromise<ApiObject | undefined> {
    return this.convert(this.object, apiVersion);
  }

  oldObjectIn(apiVersion: string): MaybePromise<ApiObject | undefined> {
    return this.convert(this.oldObject, apiVersion);
  }

  shapeIn(apiVersion: string): ObjectShape | undefined {
    const { shapeIn, shape } = this.facts;
    if (shapeIn) return shapeIn(apiVersion);
    return apiVersion === formatApiVersion(this.kind) ? shape : undefined;
  }

  private restore(object: ApiObject): MaybePromise<ApiObject | undefined> {
    const { restore, shape } = this.facts;
    if (restore) return restore(object);
    const { kind } = this;
    if (object.kind !== kind.kind || object.apiVersion !== formatApiVersion(kind)) return undefined;
    return shape ? inForm(object, shape) : object;
  }

  private convert(object: ApiObject | undefined, apiVersion: string): MaybePromise<ApiObject | undefined> {
    if (!object) return undefined;
    if (this.facts.convert) return this.facts.convert(object, apiVersion);
    return apiVersion === formatApiVersion(this.kind) ? object : undefined;
  }
}

function noop(): void {}
