import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import {
  NonResourceAttributes,
  ResourceAttributes,
  SubjectAccessReviewStatus,
} from '../subject-access-review/subject-access-review.v1.js';

/** Shape of v1.SelfSubjectAccessReviewSpec. */
@ApiType({ name: 'k8s.io.api.authorization.v1.SelfSubjectAccessReviewSpec' })
export class SelfSubjectAccessReviewSpec {
  @Field(1, ResourceAttributes, { pointer: true })
  resourceAttributes?: ResourceAttributes;

  @Field(2, NonResourceAttributes, { pointer: true })
  nonResourceAttributes?: NonResourceAttributes;
}

/** Shape of v1.SelfSubjectAccessReview. */
@ApiType({ name: 'k8s.io.api.authorization.v1.SelfSubjectAccessReview' })
export class SelfSubjectAccessReview {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, SelfSubjectAccessReviewSpec, { always: true, required: true })
  spec: SelfSubjectAccessReviewSpec;

  @Field(3, SubjectAccessReviewStatus)
  status?: SubjectAccessReviewStatus;
}
