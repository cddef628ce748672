import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { SelfSubjectAccessReview } from './self-subject-access-review.v1.js';

/** SelfSubjectAccessReview as authorization.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.authorization.v1beta1.SelfSubjectAccessReview', inherits: true })
class SelfSubjectAccessReviewV1beta1 extends SelfSubjectAccessReview {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_SELF_SUBJECT_ACCESS_REVIEW_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: SelfSubjectAccessReviewV1beta1,
    conversion: sameShape,
    introduced: '1.2',
    deprecated: '1.19',
    removed: '1.22',
    replacement: 'authorization.k8s.io/v1 SelfSubjectAccessReview',
  },
];
