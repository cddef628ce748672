import type { AuthorizationAttributes } from '../../../authz/index.js';
import type { UserInfo } from '../../../request/index.js';
import type { ImpersonationChecks } from './impersonation-check.js';
import type { SentIdentity } from './sent-identity.js';

/** An attempt to act as another: the identity, and the request with its caller. */
export interface Attempt {
  readonly identity: SentIdentity;
  readonly attributes: AuthorizationAttributes;
}

/** A way to be allowed to act as another. */
export interface ImpersonationMode {
  /** The verb that audit events name; undefined in the mode of all releases. */
  readonly constraint?: string;
  /** True if the mode has to do with the attempt. */
  readonly applies: (attempt: Attempt) => boolean;
  readonly checks: (attempt: Attempt) => ImpersonationChecks;
  readonly userOf: (identity: SentIdentity) => UserInfo;
}
