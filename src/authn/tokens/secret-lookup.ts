import type { MaybePromise } from '../../apimachinery/index.js';
import type { CredentialObjectName } from '../service-account/service-account-lookup.js';

/** A Secret that may hold a credential. */
export interface CredentialSecret {
  readonly type?: string;
  readonly isBeingDeleted: boolean;
  readonly labels?: Readonly<Record<string, string>>;
  /** Values in base64. */
  readonly data?: Readonly<Record<string, string>> | null;
}

/** Finds the Secrets that credentials are kept in. */
export abstract class SecretLookup {
  /** Returns the Secret of this name; undefined when there is none. */
  abstract findSecret(name: CredentialObjectName): MaybePromise<CredentialSecret | undefined>;
}
