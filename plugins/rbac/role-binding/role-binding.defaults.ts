/** Name of the group of roles and bindings. */
export const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** Sets the group of a subject: this one for users and groups, the core group for service accounts. */
export function defaultSubject(subject: { kind: string; apiGroup?: string }): void {
  if (!subject.apiGroup && (subject.kind === 'User' || subject.kind === 'Group')) subject.apiGroup = RBAC_GROUP;
}

/** Sets the group of the role to this one. */
export function defaultRoleRef(ref: { apiGroup?: string }): void {
  if (!ref.apiGroup) ref.apiGroup = RBAC_GROUP;
}
