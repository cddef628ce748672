import type { AccessObjects } from '../../access/index.js';
import type { UserInfo } from '../../request/index.js';
import {
  type AuthorizationAttributes,
  Authorizer,
  type Decision,
  type NonResourceRule,
  type ResourceRule,
  type RuleResolver,
  type UserRules,
} from '../authorizer.js';
import type { AllowedSubject } from '../inspected-access.js';
import { RBAC_GROUP, RBAC_KINDS, RBAC_RESOURCES } from '../kinds.js';
import { describeSubject, type IndexedBinding } from './binding-index.js';
import { DecisionCache } from './decision-cache.js';
import { RbacIndex } from './rbac-index.js';
import type { RoleRef } from './rbac-objects.js';

const RESOURCES = RBAC_RESOURCES.map((resource) => ({ group: RBAC_GROUP, resource }));

/** Decides by roles and bindings (mode RBAC). Follows them from the first question on. */
export class RbacAuthorizer extends Authorizer implements RuleResolver {
  private readonly cache = new DecisionCache();
  private readonly index = new RbacIndex(() => this.cache.clear());
  private stop: (() => void) | undefined;

  constructor(private readonly objects: Pick<AccessObjects, 'follow'>) {
    super();
  }

  authorize(attributes: AuthorizationAttributes): Decision | Promise<Decision> {
    if (this.isCurrent()) return this.cache.get(attributes, this.decide);
    return this.index.readiness.whenReady().then(() => this.cache.get(attributes, this.decide));
  }

  rulesFor(user: UserInfo, namespace: string): UserRules | Promise<UserRules> {
    if (this.isCurrent()) return this.gatherRules(user, namespace);
    return this.index.readiness.whenReady().then(() => this.gatherRules(user, namespace));
  }

  async whoMay(attributes: AuthorizationAttributes): Promise<AllowedSubject[]> {
    if (!this.isCurrent()) await this.index.readiness.whenReady();
    return this.index.bindingsThatAllow(attributes).flatMap((binding) =>
      binding.subjects.map(({ kind, name, namespace = binding.namespace }) => ({
        kind,
        name,
        ...(kind === RBAC_KINDS.account && { namespace }),
        by: describeGrant(binding),
      })),
    );
  }

  /** Stops following them. */
  close(): void {
    this.stop?.();
  }

  private isCurrent(): boolean {
    this.stop ??= this.objects.follow(RESOURCES, this.index);
    return this.index.readiness.isReady;
  }

  private readonly decide = (attributes: AuthorizationAttributes): Decision => {
    const { binding, missing } = this.index.grantsFor(attributes);
    if (binding) return { verdict: 'Allow', reason: `RBAC: allowed by ${describeBinding(binding, attributes.user)}` };
    return {
      verdict: 'NoOpinion',
      reason: missing.length > 0 ? `RBAC: ${formatList(missing.map(describeMissing))}` : '',
    };
  };

  private gatherRules(user: UserInfo, namespace: string): UserRules {
    const resourceRules: ResourceRule[] = [];
    const nonResourceRules: NonResourceRule[] = [];
    const missing: RoleRef[] = [];
    for (const [binding, rules] of this.index.rulesFor(user, namespace)) {
      if (!rules) missing.push(binding.roleRef);
      for (const { rule } of rules ?? []) {
        const { verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
        if (resources.length > 0) resourceRules.push({ verbs, apiGroups, resources, resourceNames });
        if (nonResourceURLs.length > 0) nonResourceRules.push({ verbs, nonResourceURLs });
      }
    }
    const errors = [...new Set(missing.map(describeMissing))];
    const missingRoles = missing.map(({ name }) => name);
    return { resourceRules, nonResourceRules, incomplete: false, errors, missingRoles };
  }
}

function describeBinding(binding: IndexedBinding, user: UserInfo): string {
  return `${describeGrant(binding)} to ${describeSubject(binding, user)}`;
}

function describeGrant(binding: IndexedBinding): string {
  const { namespace, roleRef } = binding;
  const isClusterWide = namespace === '';
  const kind = isClusterWide ? RBAC_KINDS.clusterRoleBinding : RBAC_KINDS.roleBinding;
  const name = isClusterWide ? binding.name : `${binding.name}/${namespace}`;
  return `${kind} ${quote(name)} of ${roleRef.kind} ${quote(roleRef.name)}`;
}

function describeMissing({ kind, name }: RoleRef): string {
  return `${kind.toLowerCase()}.${RBAC_GROUP} ${quote(name)} not found`;
}

/** Several texts as Go prints a list of errors. */
function formatList(texts: readonly string[]): string {
  const unique = [...new Set(texts)];
  return unique.length === 1 ? unique[0] : `[${unique.join(', ')}]`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
