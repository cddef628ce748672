import { Inject, Injectable } from '@nestjs/common';
import { type ApiObject, Authorizer, type ReviewHandler, type UserInfo } from '../../../src/plugin-api/index.js';
import { collectFieldErrors } from '../../../src/plugin-api/built-in.js';
import { checkAccess, invalidReview } from '../access-check/access-check.js';
import { validateNoMetadata, validateSubjectQuestion } from '../access-check/access-review.validation.js';
import type { SubjectAccessReview, SubjectAccessReviewSpec } from './subject-access-review.v1.js';

/** Reviews the access of a user. */
@Injectable()
export class SubjectAccessReviewHandler implements ReviewHandler {
  constructor(@Inject(Authorizer) private readonly authorizer: Authorizer) {}

  async create(object: ApiObject): Promise<ApiObject> {
    const review = object as SubjectAccessReview;
    review.spec ??= {};
    const errors = collectFieldErrors(() => [...validateSubjectQuestion(review.spec), ...validateNoMetadata(review)]);
    if (errors.length > 0) throw invalidReview(errors);
    review.status = await checkAccess(this.authorizer, userOf(review.spec), review.spec);
    return review;
  }
}

/** Returns the identity a review asks about. */
export function userOf({ user = '', uid, groups = [], extra }: SubjectAccessReviewSpec): UserInfo {
  const details = extra && Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, values ?? []]));
  return { name: user, uid, groups, extra: details };
}
