import { ApiType, Field, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { SubjectV1alpha1 } from '../v1alpha1/subject.v1alpha1.js';
import { subjectConversion } from '../v1alpha1/subject.conversion.js';
import { ClusterRoleBinding } from './cluster-role-binding.v1.js';

/** ClusterRoleBinding as rbac.authorization.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.rbac.v1beta1.ClusterRoleBinding', inherits: true })
class ClusterRoleBindingV1beta1 extends ClusterRoleBinding {}

/** ClusterRoleBinding as rbac.authorization.k8s.io/v1alpha1 had it. */
@ApiType({ name: 'k8s.io.api.rbac.v1alpha1.ClusterRoleBinding', inherits: true })
class ClusterRoleBindingV1alpha1 extends ClusterRoleBinding {
  @Field(2, SubjectV1alpha1, { list: true, doc: 'Who gets the permissions of the role.' })
  override subjects?: SubjectV1alpha1[];
}

/** The versions of the kind before v1. */
export const FORMER_CLUSTER_ROLE_BINDING_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: ClusterRoleBindingV1beta1,
    conversion: sameShape,
    introduced: '1.6',
    deprecated: '1.17',
    removed: '1.22',
    replacement: 'rbac.authorization.k8s.io/v1 ClusterRoleBinding',
  },
  {
    name: 'v1alpha1',
    type: ClusterRoleBindingV1alpha1,
    conversion: subjectConversion,
    deprecated: '1.17',
    removed: '1.22',
    replacement: 'rbac.authorization.k8s.io/v1 ClusterRoleBinding',
    onByDefault: false,
  },
];
