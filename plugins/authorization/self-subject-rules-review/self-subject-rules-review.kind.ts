import { defineKind } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { SelfSubjectRulesReviewHandler } from './self-subject-rules-review.review.js';
import { SelfSubjectRulesReview } from './self-subject-rules-review.v1.js';
import { FORMER_SELF_SUBJECT_RULES_REVIEW_VERSIONS } from './self-subject-rules-review.former-versions.js';

/** SelfSubjectRulesReview: lists what the caller may do in a namespace. */
export const selfSubjectRulesReviewKind = defineKind<SelfSubjectRulesReview>({
  kind: 'SelfSubjectRulesReview',
  plural: 'selfsubjectrulesreviews',
  namespaced: false,
  versions: [
    { name: 'v1', type: SelfSubjectRulesReview, introduced: '1.19' },
    ...FORMER_SELF_SUBJECT_RULES_REVIEW_VERSIONS,
  ],
  storageVersion: 'v1',
  review: SelfSubjectRulesReviewHandler,
  columns: CREATION_COLUMNS,
});
