import { Readiness, type ObjectListener } from '../../access/index.js';
import type { ApiObject } from '../../apimachinery/index.js';
import type { UserInfo } from '../../request/index.js';
import type { AuthorizationAttributes } from '../authorizer.js';
import { BINDING_RESOURCES, RBAC_KINDS, RBAC_RESOURCES } from '../kinds.js';
import { BindingIndex, type IndexedBinding } from './binding-index.js';
import { CompiledRule } from './compiled-rule.js';
import { GrantTable } from './grant-table.js';
import type { RbacBinding, RbacRole, RoleRef } from './rbac-objects.js';

/** The binding by which something is allowed, or else the roles that are missing. */
export interface Grants {
  readonly binding?: IndexedBinding;
  readonly missing: readonly RoleRef[];
}

/** All roles and bindings in memory, arranged for the question which rules hold for a user. */
export class RbacIndex implements ObjectListener {
  readonly readiness = new Readiness(RBAC_RESOURCES);
  private readonly bindings = new BindingIndex();
  /** By namespace and name; the namespace is empty for cluster roles. */
  private readonly roles = new Map<string, readonly CompiledRule[]>();

  /** The permissions of lists of bindings; computed on demand, and dropped at the next change. */
  private tables = new WeakMap<readonly IndexedBinding[], GrantTable>();

  /** `onChange` is called after every change. */
  constructor(private readonly onChange: () => void = () => {}) {}

  onPut(resource: string, object: ApiObject): void {
    if (isBinding(resource)) this.bindings.put(object as RbacBinding);
    else
      this.roles.set(
        keyOf(object),
        ((object as RbacRole).rules ?? []).map((rule) => new CompiledRule(rule)),
      );
    this.changed();
  }

  onDelete(resource: string, object: ApiObject): void {
    if (isBinding(resource)) this.bindings.delete(object as RbacBinding);
    else this.roles.delete(keyOf(object));
    this.changed();
  }

  onReady(resource: string): void {
    this.readiness.add(resource);
  }

  onReset(resource: string): void {
    this.readiness.remove(resource);
    const isClusterWide = resource.startsWith('cluster');
    if (isBinding(resource)) this.bindings.clear(isClusterWide);
    else for (const key of [...this.roles.keys()]) if (key.startsWith('/') === isClusterWide) this.roles.delete(key);
    this.changed();
  }

  /** Returns the first binding of the user that allows what is asked: cluster-wide ones come first. */
  grantsFor(attributes: AuthorizationAttributes): Grants {
    const { user, namespace } = attributes;
    const missing: RoleRef[] = [];
    for (const bindings of this.bindingsOf(user, namespace)) {
      const table = this.tableOf(bindings);
      const binding = table.find(attributes);
      if (binding) return { binding, missing };
      missing.push(...table.missing);
    }
    return { missing };
  }

  /** Returns the rules of every binding that concerns a user in a namespace, or undefined for a role that does not exist. */
  *rulesFor(user: UserInfo, namespace: string): Generator<[IndexedBinding, readonly CompiledRule[] | undefined]> {
    for (const bindings of this.bindingsOf(user, namespace)) {
      for (const binding of bindings) yield [binding, this.rulesOf(binding)];
    }
  }

  /** Returns every binding that allows a request. */
  bindingsThatAllow(attributes: AuthorizationAttributes): IndexedBinding[] {
    const { namespace } = attributes;
    return this.bindings.all().filter((binding) => {
      if (binding.namespace !== '' && binding.namespace !== namespace) return false;
      return (this.rulesOf(binding) ?? []).some((rule) => rule.allows(attributes));
    });
  }

  private *bindingsOf(user: UserInfo, namespace: string): Generator<readonly IndexedBinding[]> {
    yield* this.bindings.of(user, '');
    if (namespace !== '') yield* this.bindings.of(user, namespace);
  }

  private tableOf(bindings: readonly IndexedBinding[]): GrantTable {
    let table = this.tables.get(bindings);
    if (!table) this.tables.set(bindings, (table = new GrantTable(bindings, (binding) => this.rulesOf(binding))));
    return table;
  }

  private changed(): void {
    this.tables = new WeakMap();
    this.onChange();
  }

  private rulesOf({ roleRef: { kind, name }, namespace }: IndexedBinding): readonly CompiledRule[] | undefined {
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
