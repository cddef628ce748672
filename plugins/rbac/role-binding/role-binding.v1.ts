import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { isPathSegmentName, Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { defaultRoleRef, defaultSubject, RBAC_GROUP } from './role-binding.defaults.js';

/** Shape of v1.Subject. */
@ApiType({
  name: 'k8s.io.api.rbac.v1.Subject',
  doc: 'A user, group or service account that gets permissions.',
  mapType: 'atomic',
  defaults: defaultSubject,
})
export class Subject {
  @Field(1, 'string', { always: true, required: true, doc: 'User, Group or ServiceAccount.' })
  kind: string;

  @Field(2, 'string', { doc: 'rbac.authorization.k8s.io for users and groups, empty for service accounts.' })
  apiGroup?: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Name of the user, group or service account.' })
  @Required()
  name: string;

  @Field(4, 'string', { doc: 'Namespace of the service account; unset for users and groups.' })
  namespace?: string;
}

/** Shape of v1.RoleRef. */
@ApiType({
  name: 'k8s.io.api.rbac.v1.RoleRef',
  doc: 'Names the role that a binding grants.',
  mapType: 'atomic',
  defaults: defaultRoleRef,
})
export class RoleRef {
  @Field(1, 'string', {
    variants: [{ since: '1.36', required: undefined }],
    always: true,
    required: true,
    doc: 'API group of the role, always rbac.authorization.k8s.io.',
  })
  @OneOf(RBAC_GROUP)
  apiGroup: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    doc: 'Role or ClusterRole; in a ClusterRoleBinding only the latter.',
  })
  kind: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Name of the role to grant.' })
  @Required()
  @Format(isPathSegmentName)
  name: string;
}

/** Shape of v1.RoleBinding. */
@ApiType({ name: 'k8s.io.api.rbac.v1.RoleBinding', doc: 'Grants a Role or ClusterRole within one namespace.' })
export class RoleBinding {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, Subject, { list: true, doc: 'Who gets the permissions of the role.' })
  subjects?: Subject[];

  @Field(3, RoleRef, { always: true, required: true, doc: 'Role that is granted; cannot be changed.' })
  roleRef: RoleRef;
}
