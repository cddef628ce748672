import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  type AuthenticationResult,
  Authenticator,
  type ReviewHandler,
  type StrategyContext,
  badRequest,
} from '../../../src/plugin-api/index.js';
import { rejectionReason } from '../../../src/plugin-api/built-in.js';
import { shownUser } from '../self-subject-review/user-info.js';
import type { TokenReview, TokenReviewStatus } from './token-review.v1.js';

interface TokenQuestion {
  readonly token: string;
  readonly audiences: readonly string[] | undefined;
  readonly warn: StrategyContext['warn'];
}

/** Reviews a token with the authenticators of requests. */
@Injectable()
export class TokenReviewHandler implements ReviewHandler {
  constructor(@Inject(Authenticator) private readonly authenticator: Authenticator) {}

  async create(object: ApiObject, { warn }: StrategyContext): Promise<ApiObject> {
    const review = object as TokenReview;
    const { token, audiences } = review.spec ?? {};
    if (!token) throw badRequest('token is required for TokenReview in authentication');
    const answer = await this.ask({ token, audiences, warn });
    // A client's status is kept where the result has no value.
    review.status = { ...review.status, ...answer };
    return review;
  }

  private async ask({ token, audiences, warn }: TokenQuestion): Promise<TokenReviewStatus> {
    try {
      const result = await this.authenticator.authenticate({
        headers: { authorization: `Bearer ${token}` },
        path: '',
        // As in the reference, whose request for the token is the client's only where there are audiences.
        ...(audiences?.length && { audiences, warn }),
      });
      return result ? acceptedStatus(result) : { authenticated: false };
    } catch (error) {
      const reason = rejectionReason(error);
      if (reason === undefined) throw error;
      return { authenticated: false, error: reason };
    }
  }
}

function acceptedStatus({ user, audiences }: AuthenticationResult): TokenReviewStatus {
  const status: TokenReviewStatus = { authenticated: true, user: shownUser(user) };
  if (audiences?.length) status.audiences = [...audiences];
  return status;
}
