import { defineKind } from '../../../src/plugin-api/index.js';
import { TokenReviewHandler } from './token-review.review.js';
import { TokenReview } from './token-review.v1.js';

/** TokenReview: asks who a token belongs to. */
export const tokenReviewKind = defineKind<TokenReview>({
  kind: 'TokenReview',
  plural: 'tokenreviews',
  namespaced: false,
  versions: [{ name: 'v1', type: TokenReview }],
  formerVersions: ['authentication.k8s.io/v1beta1'],
  storageVersion: 'v1',
  review: TokenReviewHandler,
});
