import { type ApiObject, type ReviewHandler, type StrategyContext, formatTime } from '../../../src/plugin-api/index.js';
import type { SelfSubjectReview } from './self-subject-review.v1.js';
import { shownUser } from './user-info.js';

/** Returns the user of the request. Nothing of the request's body is kept. */
export class SelfSubjectReviewHandler implements ReviewHandler {
  create({ kind, apiVersion }: ApiObject, { user }: StrategyContext): ApiObject {
    const metadata = { creationTimestamp: formatTime(new Date()) };
    const review: SelfSubjectReview = { kind, apiVersion, metadata, status: { userInfo: shownUser(user) } };
    return review;
  }
}
