import type { AuthenticationResult } from './authenticator.js';
import type { CredentialObjectName } from './service-account/service-account-lookup.js';

/** Who a token belongs to, and for how long that may be remembered. */
export interface TokenResult extends AuthenticationResult {
  /** When it stops being true by itself, in milliseconds since 1970. */
  readonly validUntil?: number;
  /** Objects it follows from. */
  readonly dependsOn?: readonly CredentialObjectName[];
}
