import type { ApiObject } from '../../apimachinery/index.js';

/** A rule of a role. */
export interface PolicyRule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** A Role or ClusterRole. */
export interface RbacRole extends ApiObject {
  readonly rules?: readonly PolicyRule[] | null;
}

/** The subject of a binding. */
export interface Subject {
  /** `User`, `Group` or `ServiceAccount`. */
  readonly kind: string;
  readonly name: string;
  /** Of service accounts only. */
  readonly namespace?: string;
}

/** The role a binding gives. */
export interface RoleRef {
  /** `Role` or `ClusterRole`. */
  readonly kind: string;
  readonly name: string;
}

/** A RoleBinding or ClusterRoleBinding. */
export interface RbacBinding extends ApiObject {
  readonly subjects?: readonly Subject[] | null;
  readonly roleRef: RoleRef;
}
