import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1.UserInfo. */
@ApiType({ name: 'k8s.io.api.authentication.v1.UserInfo', doc: 'What is known of a user who sends requests.' })
export class UserInfo {
  @Field(1, 'string', { doc: 'Name under which the user is known.' })
  username?: string;

  @Field(2, 'string', { doc: 'Identifier that differs for a later user of the same name.' })
  uid?: string;

  @Field(3, 'string', { list: true, doc: 'Groups the user belongs to.' })
  groups?: string[];

  @Field(4, 'string', { map: true, list: true, doc: 'More details of the user, by key.' })
  extra?: Record<string, string[]>;
}

/** Shape of v1.SelfSubjectReviewStatus. */
@ApiType({ name: 'k8s.io.api.authentication.v1.SelfSubjectReviewStatus', doc: 'Who the caller is to the server.' })
export class SelfSubjectReviewStatus {
  @Field(1, UserInfo, { doc: 'User the caller is taken for.' })
  userInfo?: UserInfo;
}

/** Shape of v1.SelfSubjectReview. */
@ApiType({ name: 'k8s.io.api.authentication.v1.SelfSubjectReview', doc: 'Asks the server who the caller is.' })
export class SelfSubjectReview {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, SelfSubjectReviewStatus, { doc: 'The answer, filled in by the server.' })
  status?: SelfSubjectReviewStatus;
}
