import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { SelfSubjectRulesReview } from './self-subject-rules-review.v1.js';

/** SelfSubjectRulesReview as authorization.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.authorization.v1beta1.SelfSubjectRulesReview', inherits: true })
class SelfSubjectRulesReviewV1beta1 extends SelfSubjectRulesReview {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_SELF_SUBJECT_RULES_REVIEW_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: SelfSubjectRulesReviewV1beta1,
    conversion: sameShape,
    introduced: '1.8',
    deprecated: '1.19',
    removed: '1.22',
    replacement: 'authorization.k8s.io/v1 SelfSubjectRulesReview',
  },
];
