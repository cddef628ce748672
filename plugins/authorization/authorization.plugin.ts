import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { localSubjectAccessReviewKind } from './local-subject-access-review/local-subject-access-review.kind.js';
import { selfSubjectAccessReviewKind } from './self-subject-access-review/self-subject-access-review.kind.js';
import { selfSubjectRulesReviewKind } from './self-subject-rules-review/self-subject-rules-review.kind.js';
import { subjectAccessReviewKind } from './subject-access-review/subject-access-review.kind.js';

/** The group of authorization reviews. */
@ApiGroupPlugin({
  group: 'authorization.k8s.io',
  versions: ['v1', 'v1beta1'],
  kinds: [
    localSubjectAccessReviewKind,
    selfSubjectAccessReviewKind,
    selfSubjectRulesReviewKind,
    subjectAccessReviewKind,
  ],
})
export class AuthorizationPlugin {}
