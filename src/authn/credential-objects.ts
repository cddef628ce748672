import type { MaybePromise } from './authenticator.js';
import type { BootstrapTokenLookup, BootstrapTokenSecret } from './bootstrap-token.authenticator.js';
import { ServiceAccountLookup, type CredentialObjectName } from './service-account/service-account-lookup.js';

/** The stored objects that credentials follow from: a port, because authentication does not know the store. */
export abstract class CredentialObjects extends ServiceAccountLookup implements BootstrapTokenLookup {
  abstract findSecret(name: CredentialObjectName): MaybePromise<BootstrapTokenSecret | undefined>;

  /**
   * Tells of every change of an object that has been asked for, before the write is answered; undefined stands for any
   * object. Answers how to stop.
   */
  abstract onChange(listener: (name: CredentialObjectName | undefined) => void): () => void;
}
