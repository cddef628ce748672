import type { AuthenticationResult } from '../authenticator.js';
import type { CredentialObjectName } from '../service-account/service-account-lookup.js';

/** The user of a token, and how long the result may be cached. */
export interface TokenResult extends AuthenticationResult {
  /** When it expires, in milliseconds since 1970. */
  readonly validUntil?: number;
  /** Objects it follows from. */
  readonly dependsOn?: readonly CredentialObjectName[];
}
