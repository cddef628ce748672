import type { DeclaredRole, RoleRule, RoleSubject } from '../../../src/plugin-api/built-in.js';
import type { ClusterRoleBinding } from '../cluster-role-binding/cluster-role-binding.v1.js';
import type { ClusterRole } from '../cluster-role/cluster-role.v1.js';
import type { PolicyRule } from '../role/role.v1.js';
import type { Subject } from '../role-binding/role-binding.v1.js';
import type { BootstrapObjects } from './bootstrap-objects.js';

const GROUP = 'rbac.authorization.k8s.io';
/** As of the default roles: set to `false` by an administrator, the object stays as it is. */
const ANNOTATIONS = { 'rbac.authorization.kubernetes.io/autoupdate': 'true' };

/** Returns the cluster roles that plugins declare, with their bindings. */
export function pluginRoleObjects(declared: readonly DeclaredRole[]): BootstrapObjects {
  const bound = declared.filter(({ subjects }) => subjects.length > 0);
  return { clusterRoles: declared.map(roleOf), clusterRoleBindings: bound.map(bindingOf), roles: [], roleBindings: [] };
}

function roleOf({ name, labels, rules }: DeclaredRole): ClusterRole {
  const metadata = { name, labels: { ...labels }, annotations: { ...ANNOTATIONS } };
  return { metadata, rules: rules.map(ruleOf) };
}

function ruleOf(rule: RoleRule): PolicyRule {
  return structuredClone(rule) as PolicyRule;
}

function bindingOf({ name, subjects }: DeclaredRole): ClusterRoleBinding {
  return {
    metadata: { name, annotations: { ...ANNOTATIONS } },
    roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name },
    subjects: subjects.map(subjectOf),
  };
}

function subjectOf(subject: RoleSubject): Subject {
  return subject.kind === 'ServiceAccount' ? { ...subject } : { apiGroup: GROUP, ...subject };
}
