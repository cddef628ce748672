import { defineKind } from '../../../src/plugin-api/index.js';
import { SubjectAccessReviewHandler } from './subject-access-review.review.js';
import { SubjectAccessReview } from './subject-access-review.v1.js';

/** SubjectAccessReview: asks what somebody may do. */
export const subjectAccessReviewKind = defineKind<SubjectAccessReview>({
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  namespaced: false,
  versions: [{ name: 'v1', type: SubjectAccessReview }],
  formerVersions: ['authorization.k8s.io/v1beta1'],
  storageVersion: 'v1',
  review: SubjectAccessReviewHandler,
});
