import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { RoleRef, Subject } from '../role-binding/role-binding.v1.js';

/** Shape of v1.ClusterRoleBinding. */
@ApiType({ name: 'k8s.io.api.rbac.v1.ClusterRoleBinding', doc: 'Grants a ClusterRole in the whole cluster.' })
export class ClusterRoleBinding {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, Subject, { list: true, doc: 'Who gets the permissions of the role.' })
  subjects?: Subject[];

  @Field(3, RoleRef, { always: true, required: true, doc: 'Role that is granted; cannot be changed.' })
  roleRef: RoleRef;
}
