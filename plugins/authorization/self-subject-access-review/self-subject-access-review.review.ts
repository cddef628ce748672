import { Inject, Injectable } from '@nestjs/common';
import { type ApiObject, Authorizer, type ReviewHandler, type StrategyContext } from '../../../src/plugin-api/index.js';
import { collectFieldErrors } from '../../../src/plugin-api/built-in.js';
import { checkAccess, invalidReview } from '../access-check/access-check.js';
import { validateNoMetadata, validateQuestion } from '../access-check/access-review.validation.js';
import type { SelfSubjectAccessReview } from './self-subject-access-review.v1.js';

/** Returns what the caller may do. */
@Injectable()
export class SelfSubjectAccessReviewHandler implements ReviewHandler {
  constructor(@Inject(Authorizer) private readonly authorizer: Authorizer) {}

  async create(object: ApiObject, { user }: StrategyContext): Promise<ApiObject> {
    const review = object as SelfSubjectAccessReview;
    review.spec ??= {};
    const errors = collectFieldErrors(() => [...validateQuestion(review.spec), ...validateNoMetadata(review)]);
    if (errors.length > 0) throw invalidReview(errors);
    review.status = await checkAccess(this.authorizer, user, review.spec);
    return review;
  }
}
