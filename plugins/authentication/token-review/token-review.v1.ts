import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { UserInfo } from '../self-subject-review/self-subject-review.v1.js';

/** Shape of v1.TokenReviewSpec. */
@ApiType({ name: 'k8s.io.api.authentication.v1.TokenReviewSpec', doc: 'The token to check, and for whom.' })
export class TokenReviewSpec {
  @Field(1, 'string', { variants: [{ since: '1.36', required: true }], doc: 'The bearer token to be checked.' })
  token?: string;

  @Field(2, 'string', { list: true, doc: 'Audiences of which one must match; the API server when empty.' })
  audiences?: string[];
}

/** Shape of v1.TokenReviewStatus. */
@ApiType({ name: 'k8s.io.api.authentication.v1.TokenReviewStatus', doc: 'What the check of a token found.' })
export class TokenReviewStatus {
  @Field(1, 'bool', { doc: 'Whether the token belongs to a known user.' })
  authenticated?: boolean;

  @Field(2, UserInfo, { doc: 'User the token belongs to.' })
  user?: UserInfo;

  @Field(3, 'string', { doc: 'What went wrong while the token was checked.' })
  error?: string;

  @Field(4, 'string', { list: true, doc: 'Asked audiences for which the token is valid.' })
  audiences?: string[];
}

/** Shape of v1.TokenReview. */
@ApiType({ name: 'k8s.io.api.authentication.v1.TokenReview', doc: 'Asks whose token it is and if it is valid.' })
export class TokenReview {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, TokenReviewSpec, { always: true, required: true, doc: 'The question that is asked.' })
  spec: TokenReviewSpec;

  @Field(3, TokenReviewStatus, { doc: 'The answer, filled in by the server.' })
  status?: TokenReviewStatus;
}
