import type { ApiObject } from '../../../src/plugin-api/index.js';
import type { ClusterRoleBinding } from '../cluster-role-binding/cluster-role-binding.v1.js';
import type { ClusterRole } from '../cluster-role/cluster-role.v1.js';
import type { RoleBinding } from '../role-binding/role-binding.v1.js';
import type { PolicyRule, Role } from '../role/role.v1.js';
import data from './bootstrap-rbac.json' with { type: 'json' };

/** The roles and bindings every cluster has. */
export interface BootstrapObjects {
  readonly clusterRoles: ClusterRole[];
  readonly clusterRoleBindings: ClusterRoleBinding[];
  readonly roles: Role[];
  readonly roleBindings: RoleBinding[];
}

interface GatedObjects {
  readonly gate: string;
  readonly addedRules: readonly { name: string; rules: PolicyRule[] }[];
  readonly clusterRoles: ClusterRole[];
  readonly clusterRoleBindings: ClusterRoleBinding[];
}

/** Creates new objects for the enabled features. */
export function bootstrapObjects(isEnabled: (gate: string) => boolean): BootstrapObjects {
  const { marks, withFeatureGate, ...always } = structuredClone(data) as unknown as BootstrapObjects & {
    marks: Pick<ApiObject['metadata'], 'labels' | 'annotations'>;
    withFeatureGate: GatedObjects[];
  };
  const { clusterRoles, clusterRoleBindings, roles, roleBindings } = always;
  for (const gated of withFeatureGate.filter(({ gate }) => isEnabled(gate))) {
    clusterRoles.push(...gated.clusterRoles);
    clusterRoleBindings.push(...gated.clusterRoleBindings);
    for (const { name, rules } of gated.addedRules) {
      clusterRoles.find(({ metadata }) => metadata.name === name)?.rules?.push(...rules);
    }
  }
  for (const object of [...clusterRoles, ...clusterRoleBindings, ...roles, ...roleBindings]) {
    const { metadata } = object as ApiObject;
    metadata.labels = { ...marks.labels, ...metadata.labels };
    metadata.annotations = { ...marks.annotations, ...metadata.annotations };
  }
  return { clusterRoles, clusterRoleBindings, roles, roleBindings };
}
