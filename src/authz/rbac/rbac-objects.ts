import type { ApiObject } from '../../apimachinery/index.js';

/** What a role allows. */
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

/** Who a binding gives a role to. */
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

/** The kinds access is decided by. */
export const RBAC_KINDS = ['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'] as const;

/** One of the kinds access is decided by. */
export type RbacKind = (typeof RBAC_KINDS)[number];

/** A role with its kind. */
export interface RoleOfKind {
  readonly kind: 'Role' | 'ClusterRole';
  readonly object: RbacRole;
}

/** A binding with its kind. */
export interface BindingOfKind {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding';
  readonly object: RbacBinding;
}
