import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1.UserInfo. */
@ApiType({ name: 'k8s.io.api.authentication.v1.UserInfo' })
export class UserInfo {
  @Field(1, 'string')
  username?: string;

  @Field(2, 'string')
  uid?: string;

  @Field(3, 'string', { list: true })
  groups?: string[];

  @Field(4, 'string', { map: true, list: true })
  extra?: Record<string, string[]>;
}

/** Shape of v1.SelfSubjectReviewStatus. */
@ApiType({ name: 'k8s.io.api.authentication.v1.SelfSubjectReviewStatus' })
export class SelfSubjectReviewStatus {
  @Field(1, UserInfo)
  userInfo?: UserInfo;
}

/** Shape of v1.SelfSubjectReview. */
@ApiType({ name: 'k8s.io.api.authentication.v1.SelfSubjectReview' })
export class SelfSubjectReview {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, SelfSubjectReviewStatus)
  status?: SelfSubjectReviewStatus;
}
