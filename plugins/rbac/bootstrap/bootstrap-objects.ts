import type { ApiObject } from '../../../src/plugin-api/index.js';
import { inRelease, type FeatureSpan, type ReleaseState } from '../../../src/plugin-api/built-in.js';
import type { ClusterRoleBinding } from '../cluster-role-binding/cluster-role-binding.v1.js';
import type { ClusterRole } from '../cluster-role/cluster-role.v1.js';
import type { RoleBinding, Subject } from '../role-binding/role-binding.v1.js';
import type { PolicyRule, Role } from '../role/role.v1.js';
import data from './bootstrap-rbac.json' with { type: 'json' };

/** The roles and bindings every cluster has. */
export interface BootstrapObjects {
  readonly clusterRoles: ClusterRole[];
  readonly clusterRoleBindings: ClusterRoleBinding[];
  readonly roles: Role[];
  readonly roleBindings: RoleBinding[];
}

interface ObjectWithParts extends ApiObject {
  rules?: (PolicyRule & FeatureSpan)[];
  subjects?: (Subject & FeatureSpan)[];
}

/** Objects, their rules and their subjects state the releases that have them. */
const OBJECTS = data as unknown as {
  readonly [Name in keyof BootstrapObjects]: readonly (BootstrapObjects[Name][number] & FeatureSpan)[];
} & { readonly marks: Pick<ApiObject['metadata'], 'labels' | 'annotations'> };

/** Creates new objects for a release and its enabled features. */
export function bootstrapObjects(state: ReleaseState): BootstrapObjects {
  const present = <T extends ObjectWithParts>(objects: readonly (T & FeatureSpan)[]): T[] =>
    inRelease<T>(objects, state).map((object) => complete(structuredClone(object), state));
  return {
    clusterRoles: present(OBJECTS.clusterRoles),
    clusterRoleBindings: present(OBJECTS.clusterRoleBindings),
    roles: present(OBJECTS.roles),
    roleBindings: present(OBJECTS.roleBindings),
  };
}

/** Adds the marks of default objects, and leaves out the parts that a release does not have. */
function complete<T extends ObjectWithParts>(object: T, state: ReleaseState): T {
  const { metadata } = object;
  metadata.labels = { ...OBJECTS.marks.labels, ...metadata.labels };
  metadata.annotations = { ...OBJECTS.marks.annotations, ...metadata.annotations };
  if (object.rules) object.rules = inRelease(object.rules, state);
  if (object.subjects) object.subjects = inRelease(object.subjects, state);
  return object;
}
