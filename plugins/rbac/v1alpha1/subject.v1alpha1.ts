import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { defaultSubjectVersion } from './subject.defaults.js';

/** Shape of v1alpha1.Subject, which names its group and version together. */
@ApiType({
  name: 'k8s.io.api.rbac.v1alpha1.Subject',
  doc: 'A user, group or service account that gets permissions.',
  defaults: defaultSubjectVersion,
})
export class SubjectV1alpha1 {
  @Field(1, 'string', { always: true, required: true, doc: 'User, Group or ServiceAccount.' })
  kind: string;

  @Field(2, 'string', { doc: 'rbac.authorization.k8s.io/v1alpha1 for users and groups, v1 for service accounts.' })
  apiVersion?: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Name of the user, group or service account.' })
  name: string;

  @Field(4, 'string', { doc: 'Namespace of the service account; unset for users and groups.' })
  namespace?: string;
}
