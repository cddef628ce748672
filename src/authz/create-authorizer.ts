import { AlwaysAllowAuthorizer, AlwaysDenyAuthorizer } from './always.authorizer.js';
import type { Authorizer, RuleResolver } from './authorizer.js';
import { PrivilegedGroupsAuthorizer } from './privileged-groups.authorizer.js';
import { NodeAuthorizer } from './node/index.js';
import type { ObjectSource } from './object-source.js';
import { RbacAuthorizer } from './rbac/index.js';
import { UnionAuthorizer, UnionRuleResolver } from './union.authorizer.js';

/** What authorizers are made of. */
export interface AuthorizerParts {
  readonly source: ObjectSource;
  /** Tells whether a feature gate is on. */
  readonly isEnabled: (gate: string) => boolean;
}

/** What decides about requests. */
export interface Authorization {
  readonly authorizer: Authorizer;
  readonly ruleResolver: RuleResolver;
  /** Ends what the authorizers keep running. */
  close(): void;
}

/** Thrown when a mode cannot be had; says how to mend it. */
export class AuthorizationModeError extends Error {
  override readonly name = 'AuthorizationModeError';
}

/** The authorizer of a mode; every one also lists rules. */
type ModeAuthorizer = Authorizer & RuleResolver & { close?(): void };

const MODES: Readonly<Record<string, (parts: AuthorizerParts) => ModeAuthorizer>> = {
  AlwaysAllow: () => new AlwaysAllowAuthorizer(),
  AlwaysDeny: () => new AlwaysDenyAuthorizer(),
  RBAC: ({ source }) => new RbacAuthorizer(source),
  Node: (parts) => new NodeAuthorizer(parts),
};

/** Makes the authorizers of the modes, in their order, behind the one for privileged groups. Throws AuthorizationModeError. */
export function createAuthorizer(modes: readonly string[], parts: AuthorizerParts): Authorization {
  const missing = modes.filter((mode) => !Object.hasOwn(MODES, mode));
  if (missing.length > 0) throw new AuthorizationModeError(describeMissing(missing));
  const members = modes.map((mode) => MODES[mode](parts));
  return {
    authorizer: new UnionAuthorizer([new PrivilegedGroupsAuthorizer(), ...members]),
    ruleResolver: new UnionRuleResolver(members),
    close: () => members.forEach((member) => member.close?.()),
  };
}

function describeMissing(missing: readonly string[]): string {
  const known = Object.keys(MODES).join(', ');
  return `authorization-mode ${missing.join(', ')} is not supported by this server; choose among ${known}`;
}
