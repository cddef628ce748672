import { defineKind } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { SubjectAccessReviewHandler } from './subject-access-review.review.js';
import { SubjectAccessReview } from './subject-access-review.v1.js';
import { FORMER_SUBJECT_ACCESS_REVIEW_VERSIONS } from './subject-access-review.former-versions.js';

/** SubjectAccessReview: reviews the access of a user. */
export const subjectAccessReviewKind = defineKind<SubjectAccessReview>({
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  namespaced: false,
  versions: [{ name: 'v1', type: SubjectAccessReview, introduced: '1.6' }, ...FORMER_SUBJECT_ACCESS_REVIEW_VERSIONS],
  storageVersion: 'v1',
  review: SubjectAccessReviewHandler,
  columns: CREATION_COLUMNS,
});
