import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultRoleRef, defaultSubject } from './role-binding.defaults.js';

/** Shape of v1.Subject. */
@ApiType({ name: 'k8s.io.api.rbac.v1.Subject', mapType: 'atomic', defaults: defaultSubject })
export class Subject {
  @Field(1, 'string', { always: true, required: true })
  kind: string;

  @Field(2, 'string')
  apiGroup?: string;

  @Field(3, 'string', { always: true, required: true })
  name: string;

  @Field(4, 'string')
  namespace?: string;
}

/** Shape of v1.RoleRef. */
@ApiType({ name: 'k8s.io.api.rbac.v1.RoleRef', mapType: 'atomic', defaults: defaultRoleRef })
export class RoleRef {
  @Field(1, 'string', { always: true, required: true })
  apiGroup: string;

  @Field(2, 'string', { always: true, required: true })
  kind: string;

  @Field(3, 'string', { always: true, required: true })
  name: string;
}

/** Shape of v1.RoleBinding. */
@ApiType({ name: 'k8s.io.api.rbac.v1.RoleBinding' })
export class RoleBinding {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, Subject, { list: true })
  subjects?: Subject[];

  @Field(3, RoleRef, { always: true, required: true })
  roleRef: RoleRef;
}
