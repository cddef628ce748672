import { Readiness, type ObjectListener } from '../../access/index.js';
import type { ApiObject } from '../../apimachinery/index.js';
import type { UserInfo } from '../../request/index.js';
import { BINDING_RESOURCES, RBAC_KINDS, RBAC_RESOURCES } from '../kinds.js';
import { BindingIndex, type IndexedBinding } from './binding-index.js';
import { CompiledRule } from './compiled-rule.js';
import type { RbacBinding, RbacRole, RoleRef } from './rbac-objects.js';

/** Is shown the rules of a binding, or undefined when its role does not exist; answers true to be shown no more. */
export type RuleVisitor = (binding: IndexedBinding, rules: readonly CompiledRule[] | undefined) => boolean;

/** All roles and bindings in memory, arranged for the question which rules hold for a user. */
export class RbacIndex implements ObjectListener {
  readonly readiness = new Readiness(RBAC_RESOURCES);
  private readonly bindings = new BindingIndex();
  /** By namespace and name; the namespace is empty for cluster roles. */
  private readonly roles = new Map<string, readonly CompiledRule[]>();

  /** `onChange` is called after every change. */
  constructor(private readonly onChange: () => void = () => {}) {}

  onPut(resource: string, object: ApiObject): void {
    if (isBinding(resource)) this.bindings.put(object as RbacBinding);
    else
      this.roles.set(
        keyOf(object),
        ((object as RbacRole).rules ?? []).map((rule) => new CompiledRule(rule)),
      );
    this.onChange();
  }

  onDelete(resource: string, object: ApiObject): void {
    if (isBinding(resource)) this.bindings.delete(object as RbacBinding);
    else this.roles.delete(keyOf(object));
    this.onChange();
  }

  onReady(resource: string): void {
    this.readiness.add(resource);
  }

  onReset(resource: string): void {
    this.readiness.remove(resource);
    const isClusterWide = resource.startsWith('cluster');
    if (isBinding(resource)) this.bindings.clear(isClusterWide);
    else for (const key of [...this.roles.keys()]) if (key.startsWith('/') === isClusterWide) this.roles.delete(key);
    this.onChange();
  }

  /** Shows the rules of every binding that concerns a user in a namespace: cluster-wide ones first. */
  visitRules(user: UserInfo, namespace: string, visit: RuleVisitor): void {
    const show = (binding: IndexedBinding): boolean => visit(binding, this.rulesOf(binding.roleRef, binding.namespace));
    if (this.bindings.visit(user, '', show) || namespace === '') return;
    this.bindings.visit(user, namespace, show);
  }

  private rulesOf({ kind, name }: RoleRef, namespace: string): readonly CompiledRule[] | undefined {
    if (kind === RBAC_KINDS.clusterRole) return this.roles.get(`/${name}`);
    return namespace === '' ? undefined : this.roles.get(`${namespace}/${name}`);
  }
}

function isBinding(resource: string): boolean {
  return BINDING_RESOURCES.includes(resource);
}

function keyOf({ metadata: { namespace = '', name = '' } }: ApiObject): string {
  return `${namespace}/${name}`;
}
