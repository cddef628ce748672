import { defineKind } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { SelfSubjectAccessReviewHandler } from './self-subject-access-review.review.js';
import { SelfSubjectAccessReview } from './self-subject-access-review.v1.js';
import { FORMER_SELF_SUBJECT_ACCESS_REVIEW_VERSIONS } from './self-subject-access-review.former-versions.js';

/** SelfSubjectAccessReview: asks what the caller may do. */
export const selfSubjectAccessReviewKind = defineKind<SelfSubjectAccessReview>({
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  namespaced: false,
  versions: [
    { name: 'v1', type: SelfSubjectAccessReview, introduced: '1.19' },
    ...FORMER_SELF_SUBJECT_ACCESS_REVIEW_VERSIONS,
  ],
  storageVersion: 'v1',
  review: SelfSubjectAccessReviewHandler,
  columns: CREATION_COLUMNS,
});
