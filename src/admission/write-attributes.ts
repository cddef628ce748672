import {
  type ApiObject,
  type GroupVersionKind,
  type GroupVersionResource,
  formatApiVersion,
} from '../apimachinery/index.js';
import type { UserInfo } from '../request/index.js';
import type { AdmissionAttributes, AdmissionOperation, OperationOptions } from './admission-attributes.js';

/** What is known of a write that is to be admitted. */
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
  readonly convert?: (object: ApiObject, apiVersion: string) => ApiObject | undefined;
}

const OPTIONS_KINDS = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const;
const OPTIONS_VERSION = 'meta.k8s.io/v1';

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
  /** Exchanged for its proper form when admission has changed it. */
  object: ApiObject | undefined;
  private undoing: (() => void)[] | undefined;

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
    this.warn = facts.warn ?? nothing;
  }

  get options(): OperationOptions | undefined {
    if (this.operation === 'CONNECT') return undefined;
    const dryRun = this.dryRun ? { dryRun: ['All'] } : {};
    return { ...dryRun, ...this.facts.options, kind: OPTIONS_KINDS[this.operation], apiVersion: OPTIONS_VERSION };
  }

  onFailure(undo: () => void): void {
    (this.undoing ??= []).push(undo);
  }

  /** Whether there is anything to undo when the write fails. */
  get hasUndoing(): boolean {
    return this.undoing !== undefined;
  }

  /** Undoes what plugins have taken; called when the write has failed. */
  fail(): void {
    for (const undo of this.undoing ?? []) undo();
    this.undoing = undefined;
  }

  objectIn(apiVersion: string): ApiObject | undefined {
    return this.convert(this.object, apiVersion);
  }

  oldObjectIn(apiVersion: string): ApiObject | undefined {
    return this.convert(this.oldObject, apiVersion);
  }

  private convert(object: ApiObject | undefined, apiVersion: string): ApiObject | undefined {
    if (!object) return undefined;
    if (this.facts.convert) return this.facts.convert(object, apiVersion);
    return apiVersion === formatApiVersion(this.kind) ? object : undefined;
  }
}

function nothing(): void {}
