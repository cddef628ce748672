import type { MaybePromise } from '../../apimachinery/index.js';
import type { CredentialResource } from '../kinds.js';

/** The facts of an object that a token check needs. */
export interface LiveObject {
  readonly uid: string;
  /** When its deletion was asked for, in milliseconds since 1970. */
  readonly deletedAt?: number;
  /** Names of the Secrets that a service account lists. */
  readonly secrets?: readonly string[];
}

/** Names an object that a token depends on; the namespace is empty for nodes. */
export interface CredentialObjectName {
  readonly resource: CredentialResource;
  readonly namespace: string;
  readonly name: string;
}

/** Finds the objects that service account tokens depend on. Asked for every token that is not remembered: cheap. */
export abstract class ServiceAccountLookup {
  /** Returns the newest state of an object; undefined when it does not exist. */
  abstract find(name: CredentialObjectName): MaybePromise<LiveObject | undefined>;
}
