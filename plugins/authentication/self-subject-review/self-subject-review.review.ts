import { type ApiObject, type ReviewHandler, type StrategyContext, formatTime } from '../../../src/plugin-api/index.js';
import type { SelfSubjectReview } from './self-subject-review.v1.js';
import { shownUser } from './user-info.js';

/** Tells callers who they are. Nothing of what they send is kept. */
export class SelfSubjectReviewHandler implements ReviewHandler {
  create({ kind, apiVersion }: ApiObject, { user }: StrategyContext): ApiObject {
    const metadata = { creationTimestamp: formatTime(new Date()) };
    const review: SelfSubjectReview = { kind, apiVersion, metadata, status: { userInfo: shownUser(user) } };
    return review;
  }
}
