import { defineKind } from '../../../src/plugin-api/index.js';
import { SelfSubjectAccessReviewHandler } from './self-subject-access-review.review.js';
import { SelfSubjectAccessReview } from './self-subject-access-review.v1.js';

/** SelfSubjectAccessReview: asks what the caller may do. */
export const selfSubjectAccessReviewKind = defineKind<SelfSubjectAccessReview>({
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  namespaced: false,
  versions: [{ name: 'v1', type: SelfSubjectAccessReview, introduced: '1.19' }],
  formerVersions: ['authorization.k8s.io/v1beta1'],
  storageVersion: 'v1',
  review: SelfSubjectAccessReviewHandler,
});
