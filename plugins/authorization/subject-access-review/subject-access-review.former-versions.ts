import type { KindVersion } from '../../../src/plugin-api/index.js';
import { groupConversion } from './group.conversion.js';
import { SubjectAccessReviewV1beta1 } from './subject-access-review.v1beta1.js';

/** The versions of the kind before v1. */
export const FORMER_SUBJECT_ACCESS_REVIEW_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: SubjectAccessReviewV1beta1,
    conversion: groupConversion,
    introduced: '1.2',
    deprecated: '1.19',
    removed: '1.22',
    replacement: 'authorization.k8s.io/v1 SubjectAccessReview',
  },
];
