import type { ApiObject, GroupResource } from '../apimachinery/index.js';
import type { UserInfo } from '../request/index.js';

/** The kinds of request admission tells apart. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** What a write is about (upstream: admission.Attributes). Objects are in hub shape. */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  readonly kind: string;
  readonly resource: GroupResource;
  /** The version the client spoke. */
  readonly version: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** The name in the path; empty for a request to a collection, whatever the object is called. */
  readonly requestName: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** The object to be stored; unset on deletion. Only `admit` may change it. */
  readonly object?: ApiObject;
  /** The stored object; unset on creation. Never changed. */
  readonly oldObject?: ApiObject;
  /** Adds a `Warning` header to the answer. */
  readonly warn: (text: string) => void;
}

/** A port for what may change or refuse a write after authorization. Instantiated once, by Nest. */
export abstract class AdmissionPlugin {
  /** Name by which `--enable-admission-plugins` and `--disable-admission-plugins` know it. */
  abstract readonly name: string;
  /** False: runs only when `--enable-admission-plugins` names it. */
  readonly isOnByDefault?: boolean;
  /** True: part of what its kinds mean, so it cannot be disabled. */
  readonly isMandatory?: boolean;
  /** Whether it has anything to do with a kind of request. Asked for every write: cheap. */
  abstract handles(operation: AdmissionOperation): boolean;
  /** Changes the object; runs before validation. Refuses by throwing a StatusError. */
  admit?(attributes: AdmissionAttributes): void | Promise<void>;
  /** Looks at the final object; runs after validation. Refuses by throwing a StatusError. */
  validate?(attributes: AdmissionAttributes): void | Promise<void>;
}
