import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import {
  SubjectAccessReviewSpec,
  SubjectAccessReviewStatus,
} from '../subject-access-review/subject-access-review.v1.js';

/** Shape of v1.LocalSubjectAccessReview. */
@ApiType({
  name: 'k8s.io.api.authorization.v1.LocalSubjectAccessReview',
  doc: 'Asks if a user may do something in one namespace.',
})
export class LocalSubjectAccessReview {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, SubjectAccessReviewSpec, { always: true, required: true, doc: 'The question that is asked.' })
  spec: SubjectAccessReviewSpec;

  @Field(3, SubjectAccessReviewStatus, { doc: 'The answer, filled in by the server.' })
  status?: SubjectAccessReviewStatus;
}
