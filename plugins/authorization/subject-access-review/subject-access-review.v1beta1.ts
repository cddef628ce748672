import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { NonResourceAttributes, ResourceAttributes, SubjectAccessReview } from './subject-access-review.v1.js';

/** Shape of v1beta1.SubjectAccessReviewSpec. */
@ApiType({ name: 'k8s.io.api.authorization.v1beta1.SubjectAccessReviewSpec', doc: 'The user and the action to check.' })
export class SubjectAccessReviewSpecV1beta1 {
  @Field(1, ResourceAttributes, {
    pointer: true,
    doc: 'Action on a resource; not together with nonResourceAttributes.',
  })
  resourceAttributes?: ResourceAttributes;

  @Field(2, NonResourceAttributes, {
    pointer: true,
    doc: 'Request to a URL path; not together with resourceAttributes.',
  })
  nonResourceAttributes?: NonResourceAttributes;

  @Field(3, 'string', { doc: 'Name of the user that is checked; needed when group is empty.' })
  user?: string;

  @Field(4, 'string', { list: true, doc: 'Groups the user belongs to; needed when user is empty.' })
  group?: string[];

  @Field(5, 'string', {
    map: true,
    list: true,
    valueAlias: 'v1beta1.ExtraValue',
    doc: 'More details of the user, by key.',
  })
  extra?: Record<string, string[] | null>;

  @Field(6, 'string', { doc: 'UID of the user that is checked.' })
  uid?: string;
}

/** SubjectAccessReview as authorization.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.authorization.v1beta1.SubjectAccessReview', inherits: true })
export class SubjectAccessReviewV1beta1 extends SubjectAccessReview {
  @Field(2, SubjectAccessReviewSpecV1beta1, { always: true, required: true, doc: 'The question that is asked.' })
  override spec: SubjectAccessReviewSpecV1beta1;
}
