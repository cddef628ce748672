import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import {
  NonResourceAttributes,
  ResourceAttributes,
  SubjectAccessReviewStatus,
} from '../subject-access-review/subject-access-review.v1.js';

/** Shape of v1.SelfSubjectAccessReviewSpec. */
@ApiType({
  name: 'k8s.io.api.authorization.v1.SelfSubjectAccessReviewSpec',
  doc: 'The action the caller asks about; exactly one kind.',
})
export class SelfSubjectAccessReviewSpec {
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
}

/** Shape of v1.SelfSubjectAccessReview. */
@ApiType({ name: 'k8s.io.api.authorization.v1.SelfSubjectAccessReview', doc: 'Asks if the caller may do something.' })
export class SelfSubjectAccessReview {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, SelfSubjectAccessReviewSpec, { always: true, required: true, doc: 'The question that is asked.' })
  spec: SelfSubjectAccessReviewSpec;

  @Field(3, SubjectAccessReviewStatus, { doc: 'The answer, filled in by the server.' })
  status?: SubjectAccessReviewStatus;
}
