import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { TokenReview } from './token-review.v1.js';

/** TokenReview as authentication.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.authentication.v1beta1.TokenReview', inherits: true })
class TokenReviewV1beta1 extends TokenReview {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_TOKEN_REVIEW_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: TokenReviewV1beta1,
    conversion: sameShape,
    introduced: '1.4',
    deprecated: '1.19',
    removed: '1.22',
    replacement: 'authentication.k8s.io/v1 TokenReview',
  },
];
