import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import {
  SubjectAccessReviewSpec,
  SubjectAccessReviewStatus,
} from '../subject-access-review/subject-access-review.v1.js';

/** Shape of v1.LocalSubjectAccessReview. */
@ApiType({ name: 'k8s.io.api.authorization.v1.LocalSubjectAccessReview' })
export class LocalSubjectAccessReview {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, SubjectAccessReviewSpec, { always: true, required: true })
  spec: SubjectAccessReviewSpec;

  @Field(3, SubjectAccessReviewStatus)
  status?: SubjectAccessReviewStatus;
}
