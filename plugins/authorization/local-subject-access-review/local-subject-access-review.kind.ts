import { defineKind } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { LocalSubjectAccessReviewHandler } from './local-subject-access-review.review.js';
import { LocalSubjectAccessReview } from './local-subject-access-review.v1.js';
import { FORMER_LOCAL_SUBJECT_ACCESS_REVIEW_VERSIONS } from './local-subject-access-review.former-versions.js';

/** LocalSubjectAccessReview: reviews the access of a user inside one namespace. */
export const localSubjectAccessReviewKind = defineKind<LocalSubjectAccessReview>({
  kind: 'LocalSubjectAccessReview',
  plural: 'localsubjectaccessreviews',
  namespaced: true,
  versions: [
    { name: 'v1', type: LocalSubjectAccessReview, introduced: '1.19' },
    ...FORMER_LOCAL_SUBJECT_ACCESS_REVIEW_VERSIONS,
  ],
  storageVersion: 'v1',
  review: LocalSubjectAccessReviewHandler,
  columns: CREATION_COLUMNS,
});
