import type { UserInfo } from '../../request/index.js';
import type { AuthorizationAttributes, Decision } from '../authorizer.js';

/** Decisions remembered of one user. Users are few: those of remembered tokens and of open connections. */
const LIMIT_PER_USER = 256;

/**
 * Remembers decisions until something they follow from changes. Keyed by the user object, which authenticators share
 * between requests, so what is kept goes when they forget the user.
 */
export class DecisionCache {
  private decisions = new WeakMap<UserInfo, Map<string, Decision>>();

  /** Returns the remembered decision, or the one that `decide` makes. */
  get(attributes: AuthorizationAttributes, decide: (attributes: AuthorizationAttributes) => Decision): Decision {
    const ofUser = this.ofUser(attributes.user);
    const key = keyOf(attributes);
    let decision = ofUser.get(key);
    if (decision) return decision;
    decision = decide(attributes);
    if (ofUser.size >= LIMIT_PER_USER) ofUser.clear();
    ofUser.set(key, decision);
    return decision;
  }

  /** Forgets everything. */
  clear(): void {
    this.decisions = new WeakMap();
  }

  private ofUser(user: UserInfo): Map<string, Decision> {
    let ofUser = this.decisions.get(user);
    if (!ofUser) this.decisions.set(user, (ofUser = new Map()));
    return ofUser;
  }
}

/** Parts are sent by clients and may contain anything: length prefixes delimit them. */
function keyOf(attributes: AuthorizationAttributes): string {
  const { verb, path, namespace, group, resource, subresource, name } = attributes;
  if (!attributes.isResourceRequest) return `p${verb.length} ${verb}${path}`;
  const lengths = `r${verb.length} ${namespace.length} ${group.length} ${resource.length} ${subresource.length} `;
  return `${lengths}${verb}${namespace}${group}${resource}${subresource}${name}`;
}
