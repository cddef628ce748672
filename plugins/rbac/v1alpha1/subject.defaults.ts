/** The apiVersion of this group's subjects. */
export const OWN_VERSION = 'rbac.authorization.k8s.io/v1alpha1';
/** The kinds of subjects that belong to this group. */
export const USERS: ReadonlySet<string> = new Set(['User', 'Group']);

/** Sets the apiVersion by the kind of a subject. */
export function defaultSubjectVersion(subject: { kind: string; apiVersion?: string }): void {
  if (subject.kind === 'ServiceAccount') subject.apiVersion ||= 'v1';
  if (USERS.has(subject.kind)) subject.apiVersion ||= OWN_VERSION;
}
