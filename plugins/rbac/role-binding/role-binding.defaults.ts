/** Name of the group of roles and bindings. */
export const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** Users and groups belong to this group; service accounts to the core group. */
export function defaultSubject(subject: { kind: string; apiGroup?: string }): void {
  if (!subject.apiGroup && (subject.kind === 'User' || subject.kind === 'Group')) subject.apiGroup = RBAC_GROUP;
}

/** Roles belong to this group. */
export function defaultRoleRef(ref: { apiGroup?: string }): void {
  if (!ref.apiGroup) ref.apiGroup = RBAC_GROUP;
}
