import { AlwaysAllowAuthorizer, AlwaysDenyAuthorizer } from './always.authorizer.js';
import { Authorizer, RuleResolver } from './authorizer.js';
import { PrivilegedGroupsAuthorizer } from './privileged-groups.authorizer.js';
import { UnionAuthorizer, UnionRuleResolver } from './union.authorizer.js';

/** An authorizer that also lists rules; every mode has one. */
export type ModeAuthorizer = Authorizer & RuleResolver;

/** Makes the authorizer of a mode (`--authorization-mode`). */
export type ModeFactories = Readonly<Record<string, () => ModeAuthorizer>>;

/** What decides about requests. */
export interface Authorization {
  readonly authorizer: Authorizer;
  readonly ruleResolver: RuleResolver;
}

const BUILT_IN: ModeFactories = {
  AlwaysAllow: () => new AlwaysAllowAuthorizer(),
  AlwaysDeny: () => new AlwaysDenyAuthorizer(),
};

/** Thrown when a mode cannot be had; says how to mend it. */
export class UnknownModeError extends Error {
  override readonly name = 'UnknownModeError';
}

/** Makes the authorizers of the modes, in their order, behind the one for privileged groups. Throws UnknownModeError. */
export function createAuthorizer(modes: readonly string[], more: ModeFactories = {}): Authorization {
  const factories = { ...BUILT_IN, ...more };
  const missing = modes.filter((mode) => !(mode in factories));
  if (missing.length > 0) throw new UnknownModeError(describeMissing(missing, Object.keys(factories)));
  const members = modes.map((mode) => factories[mode]());
  return {
    authorizer: new UnionAuthorizer([new PrivilegedGroupsAuthorizer(), ...members]),
    ruleResolver: new UnionRuleResolver(members),
  };
}

function describeMissing(missing: readonly string[], known: readonly string[]): string {
  return `--authorization-mode: ${missing.join(', ')} cannot be used by this server; choose among ${known.join(', ')}`;
}
