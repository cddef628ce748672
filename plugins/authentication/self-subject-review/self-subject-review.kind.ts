import { defineKind } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { SelfSubjectReviewHandler } from './self-subject-review.review.js';
import { SelfSubjectReview } from './self-subject-review.v1.js';
import { FORMER_SELF_SUBJECT_REVIEW_VERSIONS } from './self-subject-review.former-versions.js';

/** SelfSubjectReview: asks who the caller is. */
export const selfSubjectReviewKind = defineKind<SelfSubjectReview>({
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  namespaced: false,
  versions: [{ name: 'v1', type: SelfSubjectReview, introduced: '1.28' }, ...FORMER_SELF_SUBJECT_REVIEW_VERSIONS],
  storageVersion: 'v1',
  review: SelfSubjectReviewHandler,
  columns: CREATION_COLUMNS,
});
