import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { selfSubjectReviewKind } from './self-subject-review/self-subject-review.kind.js';
import { tokenReviewKind } from './token-review/token-review.kind.js';

/** The group of authentication reviews. */
@ApiGroupPlugin({
  group: 'authentication.k8s.io',
  versions: ['v1', 'v1beta1', 'v1alpha1'],
  kinds: [selfSubjectReviewKind, tokenReviewKind],
})
export class AuthenticationPlugin {}
