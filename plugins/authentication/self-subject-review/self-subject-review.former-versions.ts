import { ApiType, Field, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { SelfSubjectReview, SelfSubjectReviewStatus } from './self-subject-review.v1.js';

/** Shape of v1beta1.SelfSubjectReviewStatus. */
@ApiType({ name: 'k8s.io.api.authentication.v1beta1.SelfSubjectReviewStatus', inherits: true })
class SelfSubjectReviewStatusV1beta1 extends SelfSubjectReviewStatus {}

/** SelfSubjectReview as authentication.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.authentication.v1beta1.SelfSubjectReview', inherits: true })
class SelfSubjectReviewV1beta1 extends SelfSubjectReview {
  @Field(2, SelfSubjectReviewStatusV1beta1, { doc: 'The answer, filled in by the server.' })
  override status?: SelfSubjectReviewStatusV1beta1;
}

/** Shape of v1alpha1.SelfSubjectReviewStatus. */
@ApiType({ name: 'k8s.io.api.authentication.v1alpha1.SelfSubjectReviewStatus', inherits: true })
class SelfSubjectReviewStatusV1alpha1 extends SelfSubjectReviewStatus {}

/** SelfSubjectReview as authentication.k8s.io/v1alpha1 had it. */
@ApiType({ name: 'k8s.io.api.authentication.v1alpha1.SelfSubjectReview', inherits: true })
class SelfSubjectReviewV1alpha1 extends SelfSubjectReview {
  @Field(2, SelfSubjectReviewStatusV1alpha1, { doc: 'The answer, filled in by the server.' })
  override status?: SelfSubjectReviewStatusV1alpha1;
}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_SELF_SUBJECT_REVIEW_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: SelfSubjectReviewV1beta1,
    conversion: sameShape,
    introduced: '1.27',
    deprecated: '1.30',
    removed: '1.33',
    onByDefault: false,
  },
  {
    name: 'v1alpha1',
    type: SelfSubjectReviewV1alpha1,
    conversion: sameShape,
    introduced: '1.26',
    deprecated: '1.29',
    removed: '1.32',
    onByDefault: false,
  },
];
