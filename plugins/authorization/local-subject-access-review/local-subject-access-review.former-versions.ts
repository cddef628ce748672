import { ApiType, Field, type KindVersion } from '../../../src/plugin-api/index.js';
import { groupConversion } from '../subject-access-review/group.conversion.js';
import { SubjectAccessReviewSpecV1beta1 } from '../subject-access-review/subject-access-review.v1beta1.js';
import { LocalSubjectAccessReview } from './local-subject-access-review.v1.js';

/** LocalSubjectAccessReview as authorization.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.authorization.v1beta1.LocalSubjectAccessReview', inherits: true })
class LocalSubjectAccessReviewV1beta1 extends LocalSubjectAccessReview {
  @Field(2, SubjectAccessReviewSpecV1beta1, { always: true, required: true, doc: 'The question that is asked.' })
  override spec: SubjectAccessReviewSpecV1beta1;
}

/** The versions of the kind before v1. */
export const FORMER_LOCAL_SUBJECT_ACCESS_REVIEW_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: LocalSubjectAccessReviewV1beta1,
    conversion: groupConversion,
    introduced: '1.2',
    deprecated: '1.19',
    removed: '1.22',
    replacement: 'authorization.k8s.io/v1 LocalSubjectAccessReview',
  },
];
