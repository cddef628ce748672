import type { UserInfo } from '../../request/index.js';
import { BindingIndex, type IndexedBinding } from './binding-index.js';
import { CompiledRule } from './compiled-rule.js';
import { RBAC_KINDS, type BindingOfKind, type RbacKind, type RoleOfKind, type RoleRef } from './rbac-objects.js';
import type { RbacListener, RbacName } from './rbac-source.js';

/** Is shown the rules of a binding, or why there are none; answers true to be shown no more. */
export type RuleVisitor = (binding: IndexedBinding, rules: readonly CompiledRule[] | undefined) => boolean;

/** All roles and bindings in memory, arranged for the question which rules hold for a user. */
export class RbacIndex implements RbacListener {
  private readonly roles = new Map<string, readonly CompiledRule[]>();
  private readonly bindings = new BindingIndex();
  private readonly unready = new Set<RbacKind>(RBAC_KINDS);
  private waiting: (() => void)[] = [];

  /** Given: is called after every change. */
  constructor(private readonly onChange: () => void = () => {}) {}

  /** Whether every role and binding is known. */
  get isReady(): boolean {
    return this.unready.size === 0;
  }

  /** Resolves when every role and binding is known. */
  async whenReady(): Promise<void> {
    while (!this.isReady) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  onPut(change: RoleOfKind | BindingOfKind): void {
    if (isBinding(change)) this.bindings.put(change);
    else this.putRole(change);
    this.onChange();
  }

  onDelete({ kind, namespace, name }: RbacName): void {
    if (kind === 'RoleBinding' || kind === 'ClusterRoleBinding') this.bindings.delete(namespace, name);
    else this.roles.delete(roleKey(kind, namespace, name));
    this.onChange();
  }

  onReady(kind: RbacKind): void {
    this.unready.delete(kind);
    if (!this.isReady) return;
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }

  onReset(kind: RbacKind): void {
    this.unready.add(kind);
    if (kind === 'RoleBinding' || kind === 'ClusterRoleBinding') this.bindings.clear(kind);
    else for (const key of [...this.roles.keys()]) if (key.startsWith(`${kind} `)) this.roles.delete(key);
    this.onChange();
  }

  /** Shows the rules of every binding that concerns a user in a namespace: cluster-wide ones first. */
  visitRules(user: UserInfo, namespace: string, visit: RuleVisitor): void {
    const show = (binding: IndexedBinding): boolean =>
      visit(binding, this.rulesOf(binding.roleRef, binding.namespace));
    if (this.bindings.visit(user, '', show) || namespace === '') return;
    this.bindings.visit(user, namespace, show);
  }

  /** The rules of a role as a binding in a namespace sees it; undefined when there is no such role. */
  rulesOf(roleRef: RoleRef, namespace: string): readonly CompiledRule[] | undefined {
    if (roleRef.kind === 'ClusterRole') return this.roles.get(roleKey('ClusterRole', '', roleRef.name));
    return namespace === '' ? undefined : this.roles.get(roleKey('Role', namespace, roleRef.name));
  }

  private putRole({ kind, object }: RoleOfKind): void {
    const { name = '', namespace = '' } = object.metadata;
    const rules = (object.rules ?? []).map((rule) => new CompiledRule(rule));
    this.roles.set(roleKey(kind, namespace, name), rules);
  }
}

function isBinding(change: RoleOfKind | BindingOfKind): change is BindingOfKind {
  return change.kind === 'RoleBinding' || change.kind === 'ClusterRoleBinding';
}

function roleKey(kind: string, namespace: string, name: string): string {
  return `${kind} ${namespace}/${name}`;
}
