import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { RoleRef, Subject } from '../role-binding/role-binding.v1.js';

/** Shape of v1.ClusterRoleBinding. */
@ApiType({ name: 'k8s.io.api.rbac.v1.ClusterRoleBinding' })
export class ClusterRoleBinding {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, Subject, { list: true })
  subjects?: Subject[];

  @Field(3, RoleRef, { always: true, required: true })
  roleRef: RoleRef;
}
