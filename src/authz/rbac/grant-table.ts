import type { AuthorizationAttributes } from '../authorizer.js';
import type { IndexedBinding } from './binding-index.js';
import type { CompiledRule } from './compiled-rule.js';
import type { RoleRef } from './rbac-objects.js';

/** A rule and the first binding that gives it; bindings count from 0 in their order. */
interface Grant {
  readonly order: number;
  readonly binding: IndexedBinding;
  readonly rule: CompiledRule;
}

/**
 * The permissions of a list of bindings, indexed by resource: a request is compared only with rules that may match it.
 */
export class GrantTable {
  /** The roles that do not exist. */
  readonly missing: readonly RoleRef[];
  private readonly byResource = new Map<string, Grant[]>();
  private readonly ofPaths: Grant[] = [];

  /** `rulesOf` gives the rules of a binding's role, the same list for the same role; undefined when there is none. */
  constructor(
    bindings: readonly IndexedBinding[],
    rulesOf: (binding: IndexedBinding) => readonly CompiledRule[] | undefined,
  ) {
    const missing: RoleRef[] = [];
    const seen = new Set<readonly CompiledRule[]>();
    for (const [order, binding] of bindings.entries()) {
      const rules = rulesOf(binding);
      if (rules === undefined) missing.push(binding.roleRef);
      else if (!seen.has(rules)) for (const rule of rules) this.add({ order, binding, rule });
      if (rules !== undefined) seen.add(rules);
    }
    this.missing = missing;
  }

  /** Returns the first binding that allows what is asked, if one does. */
  find(attributes: AuthorizationAttributes): IndexedBinding | undefined {
    const { isResourceRequest, resource, subresource } = attributes;
    if (!isResourceRequest) return firstOf(this.ofPaths, attributes)?.binding;
    let found = firstOf(this.byResource.get('*'), attributes);
    if (subresource === '') return earlier(found, firstOf(this.byResource.get(resource), attributes))?.binding;
    found = earlier(found, firstOf(this.byResource.get(`${resource}/${subresource}`), attributes));
    return earlier(found, firstOf(this.byResource.get(`*/${subresource}`), attributes))?.binding;
  }

  /** Rules are entered once for each resource they name: the table is no larger than the roles. */
  private add(grant: Grant): void {
    const { resources = [], nonResourceURLs = [] } = grant.rule.rule;
    for (const resource of new Set(resources)) {
      const others = this.byResource.get(resource);
      if (others) others.push(grant);
      else this.byResource.set(resource, [grant]);
    }
    if (nonResourceURLs.length > 0) this.ofPaths.push(grant);
  }
}

function firstOf(grants: readonly Grant[] | undefined, attributes: AuthorizationAttributes): Grant | undefined {
  if (grants === undefined) return undefined;
  for (const grant of grants) if (grant.rule.allows(attributes)) return grant;
  return undefined;
}

function earlier(one: Grant | undefined, other: Grant | undefined): Grant | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.order < one.order ? other : one;
}
