import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { UserInfo } from '../self-subject-review/self-subject-review.v1.js';

/** Shape of v1.TokenReviewSpec. */
@ApiType({ name: 'k8s.io.api.authentication.v1.TokenReviewSpec' })
export class TokenReviewSpec {
  @Field(1, 'string')
  token?: string;

  @Field(2, 'string', { list: true })
  audiences?: string[];
}

/** Shape of v1.TokenReviewStatus. */
@ApiType({ name: 'k8s.io.api.authentication.v1.TokenReviewStatus' })
export class TokenReviewStatus {
  @Field(1, 'bool')
  authenticated?: boolean;

  @Field(2, UserInfo)
  user?: UserInfo;

  @Field(3, 'string')
  error?: string;

  @Field(4, 'string', { list: true })
  audiences?: string[];
}

/** Shape of v1.TokenReview. */
@ApiType({ name: 'k8s.io.api.authentication.v1.TokenReview' })
export class TokenReview {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, TokenReviewSpec, { always: true, required: true })
  spec: TokenReviewSpec;

  @Field(3, TokenReviewStatus)
  status?: TokenReviewStatus;
}
