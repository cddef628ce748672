import { ApiType, Field, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { PolicyRuleV1alpha1 } from '../v1alpha1/policy-rule.v1alpha1.js';
import { ClusterRole } from './cluster-role.v1.js';

/** ClusterRole as rbac.authorization.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.rbac.v1beta1.ClusterRole', inherits: true })
class ClusterRoleV1beta1 extends ClusterRole {}

/** ClusterRole as rbac.authorization.k8s.io/v1alpha1 had it. */
@ApiType({ name: 'k8s.io.api.rbac.v1alpha1.ClusterRole', inherits: true })
class ClusterRoleV1alpha1 extends ClusterRole {
  @Field(2, PolicyRuleV1alpha1, { list: true, always: true, doc: 'What the role allows to do.' })
  override rules?: PolicyRuleV1alpha1[];
}

/** The versions of the kind before v1. */
export const FORMER_CLUSTER_ROLE_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: ClusterRoleV1beta1,
    conversion: sameShape,
    introduced: '1.6',
    deprecated: '1.17',
    removed: '1.22',
    replacement: 'rbac.authorization.k8s.io/v1 ClusterRole',
  },
  {
    name: 'v1alpha1',
    type: ClusterRoleV1alpha1,
    conversion: sameShape,
    deprecated: '1.17',
    removed: '1.22',
    replacement: 'rbac.authorization.k8s.io/v1 ClusterRole',
    onByDefault: false,
  },
];
