import { defineKind } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { TokenReviewHandler } from './token-review.review.js';
import { TokenReview } from './token-review.v1.js';
import { FORMER_TOKEN_REVIEW_VERSIONS } from './token-review.former-versions.js';

/** TokenReview: asks who a token belongs to. */
export const tokenReviewKind = defineKind<TokenReview>({
  kind: 'TokenReview',
  plural: 'tokenreviews',
  namespaced: false,
  versions: [{ name: 'v1', type: TokenReview, introduced: '1.6' }, ...FORMER_TOKEN_REVIEW_VERSIONS],
  storageVersion: 'v1',
  review: TokenReviewHandler,
  columns: CREATION_COLUMNS,
});
