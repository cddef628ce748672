import type { GroupResource } from '../apimachinery/index.js';

/** The group of roles and bindings. */
export const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** The resources access is decided by in mode RBAC. */
export const RBAC_RESOURCES: readonly string[] = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'];

/** Those of them that bind roles to subjects. */
export const BINDING_RESOURCES: readonly string[] = ['rolebindings', 'clusterrolebindings'];

/** The kinds that bindings name, and their own. */
export const RBAC_KINDS = {
  account: 'ServiceAccount',
  clusterRole: 'ClusterRole',
  clusterRoleBinding: 'ClusterRoleBinding',
  roleBinding: 'RoleBinding',
} as const;

/** The resources that nodes have their own rights to in mode Node; what all nodes may do stands in node-rules.json. */
export const NODE_RESOURCES = {
  account: { group: '', resource: 'serviceaccounts' },
  attachment: { group: 'storage.k8s.io', resource: 'volumeattachments' },
  claim: { group: '', resource: 'persistentvolumeclaims' },
  configMap: { group: '', resource: 'configmaps' },
  csiNode: { group: 'storage.k8s.io', resource: 'csinodes' },
  lease: { group: 'coordination.k8s.io', resource: 'leases' },
  node: { group: '', resource: 'nodes' },
  pod: { group: '', resource: 'pods' },
  podCertificateRequest: { group: 'certificates.k8s.io', resource: 'podcertificaterequests' },
  resourceClaim: { group: 'resource.k8s.io', resource: 'resourceclaims' },
  resourceSlice: { group: 'resource.k8s.io', resource: 'resourceslices' },
  secret: { group: '', resource: 'secrets' },
  volume: { group: '', resource: 'persistentvolumes' },
} as const satisfies Readonly<Record<string, GroupResource>>;

/** The kind of the reviews that webhooks receive. */
export const ACCESS_REVIEW = { group: 'authorization.k8s.io', kind: 'SubjectAccessReview' } as const;

/** The resources by which impersonation is authorized. */
export const IMPERSONATED = {
  account: { group: '', resource: 'serviceaccounts', version: '' },
  user: { group: '', resource: 'users', version: '' },
  group: { group: '', resource: 'groups', version: '' },
  extra: { group: 'authentication.k8s.io', resource: 'userextras', version: 'v1' },
  uid: { group: 'authentication.k8s.io', resource: 'uids', version: 'v1' },
} as const;

/** The same where the right is bound to what is done. */
export const IMPERSONATED_IN_PART = {
  account: { group: 'authentication.k8s.io', resource: 'serviceaccounts', version: 'v1' },
  node: { group: 'authentication.k8s.io', resource: 'nodes', version: 'v1' },
  user: { group: 'authentication.k8s.io', resource: 'users', version: 'v1' },
  group: { group: 'authentication.k8s.io', resource: 'groups', version: 'v1' },
  extra: IMPERSONATED.extra,
  uid: IMPERSONATED.uid,
} as const;
