import type { AuthorizationAttributes } from '../../../authz/index.js';
import type { UserInfo } from '../../../request/index.js';

/** A part of an identity, as attributes name it. */
export type Target = Pick<
  AuthorizationAttributes,
  'group' | 'version' | 'resource' | 'subresource' | 'namespace' | 'name'
>;

/** A check of an impersonation: a right that the caller must have, or a refusal whatever the caller may do. */
export interface ImpersonationCheck {
  readonly attributes: AuthorizationAttributes;
  /** The reason of a refusal that no right changes. */
  readonly refusal?: string;
  /** True if the checks after it are made in its place where it fails. */
  readonly isShortcut?: boolean;
}

/** Checks in order; each is answered with true where it has passed. */
export type ImpersonationChecks = Generator<ImpersonationCheck, void, boolean>;

/** Returns the attributes of a right to a part of an identity. */
export function rightTo(target: Target, { user, verb }: { user: UserInfo; verb: string }): AuthorizationAttributes {
  return { ...target, user, verb, isResourceRequest: true, path: '' };
}
