import type { AccessObjects } from '../access/index.js';
import type { AuthorizationMode } from '../options/index.js';
import { AlwaysAllowAuthorizer, AlwaysDenyAuthorizer } from './always.authorizer.js';
import type { Authorizer, RuleResolver } from './authorizer.js';
import { NodeAuthorizer } from './node/index.js';
import { RbacAuthorizer } from './rbac/index.js';

/** What authorizers are made of. */
export interface AuthorizerParts {
  readonly objects: Pick<AccessObjects, 'follow'>;
  /** Tells whether a feature gate is on. */
  readonly isEnabled: (gate: string) => boolean;
}

/** Thrown when a mode cannot be had; says how to mend it. */
export class AuthorizationModeError extends Error {
  override readonly name = 'AuthorizationModeError';
}

/** The authorizer of a mode; every one also lists rules. */
export type ModeAuthorizer = Authorizer & RuleResolver & { close?(): void };

const MODES: Readonly<Record<AuthorizationMode, (parts: AuthorizerParts) => ModeAuthorizer>> = {
  AlwaysAllow: () => new AlwaysAllowAuthorizer(),
  AlwaysDeny: () => new AlwaysDenyAuthorizer(),
  RBAC: ({ objects }) => new RbacAuthorizer(objects),
  Node: (parts) => new NodeAuthorizer(parts),
};

/** Makes the authorizers of the modes, in their order. Throws AuthorizationModeError. */
export function createModeAuthorizers(modes: readonly string[], parts: AuthorizerParts): ModeAuthorizer[] {
  const missing = modes.filter((mode) => !isMode(mode));
  if (missing.length > 0) throw new AuthorizationModeError(describeMissing(missing));
  return modes.filter(isMode).map((mode) => MODES[mode](parts));
}

function isMode(mode: string): mode is AuthorizationMode {
  return Object.hasOwn(MODES, mode);
}

function describeMissing(missing: readonly string[]): string {
  const known = Object.keys(MODES).join(', ');
  return `authorization-mode ${missing.join(', ')} is not supported by this server; choose among ${known}`;
}
