import { ApiType, Field, isDns1123Label } from '../../../src/plugin-api/index.js';
import { Format, Required } from '../../../src/plugin-api/built-in.js';

/** Shape of v1.UserSubject. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1.UserSubject', doc: 'A user.' })
export class UserSubject {
  @Field(1, 'string', { always: true, required: true, doc: 'The name of the user; `*` for all.' })
  @Required()
  name: string;
}

/** Shape of v1.GroupSubject. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1.GroupSubject', doc: 'A group of users.' })
export class GroupSubject {
  @Field(1, 'string', { always: true, required: true, doc: 'The name of the group; `*` for all.' })
  @Required()
  name: string;
}

/** Shape of v1.ServiceAccountSubject. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1.ServiceAccountSubject', doc: 'A service account.' })
export class ServiceAccountSubject {
  @Field(1, 'string', { always: true, required: true, doc: 'The namespace of the account.' })
  @Required('must specify namespace for service account')
  @Format(isDns1123Label)
  namespace: string;

  @Field(2, 'string', { always: true, required: true, doc: 'The name of the account; `*` for all of the namespace.' })
  @Required()
  name: string;
}

/** Shape of v1.Subject. */
@ApiType({
  name: 'k8s.io.api.flowcontrol.v1.Subject',
  unions: [{ discriminator: 'kind', fields: { group: 'Group', serviceAccount: 'ServiceAccount', user: 'User' } }],
  doc: 'Whose requests a rule is about.',
})
export class Subject {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.SubjectKind',
    doc: 'What names them: User, Group or ServiceAccount.',
  })
  kind: string;

  @Field(2, UserSubject, { pointer: true, doc: 'The user that matches; with kind User only.' })
  user?: UserSubject;

  @Field(3, GroupSubject, { pointer: true, doc: 'A group of users.' })
  group?: GroupSubject;

  @Field(4, ServiceAccountSubject, {
    pointer: true,
    doc: 'The service account that matches; with kind ServiceAccount only.',
  })
  serviceAccount?: ServiceAccountSubject;
}
