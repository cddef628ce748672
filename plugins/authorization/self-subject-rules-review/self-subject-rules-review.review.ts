import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  type ReviewHandler,
  RuleResolver,
  type StrategyContext,
  type UserRules,
  badRequest,
} from '../../../src/plugin-api/index.js';
import type { SelfSubjectRulesReview, SubjectRulesReviewStatus } from './self-subject-rules-review.v1.js';

/** Lists what the caller may do in a namespace. */
@Injectable()
export class SelfSubjectRulesReviewHandler implements ReviewHandler {
  constructor(@Inject(RuleResolver) private readonly rules: RuleResolver) {}

  async create(object: ApiObject, { user }: StrategyContext): Promise<ApiObject> {
    const { kind, apiVersion, spec } = object as SelfSubjectRulesReview;
    if (!spec?.namespace) throw badRequest('no namespace on request');
    const status = statusOf(await this.rules.rulesFor(user, spec.namespace));
    const review: SelfSubjectRulesReview = { kind, apiVersion, metadata: {}, spec: {}, status };
    return review;
  }
}

function statusOf({ resourceRules, nonResourceRules, incomplete, errors }: UserRules): SubjectRulesReviewStatus {
  const status: SubjectRulesReviewStatus = {
    resourceRules: resourceRules.map(({ verbs, apiGroups, resources, resourceNames }) => ({
      verbs: [...verbs],
      apiGroups: [...apiGroups],
      resources: [...resources],
      ...(resourceNames.length > 0 && { resourceNames: [...resourceNames] }),
    })),
    nonResourceRules: nonResourceRules.map(({ verbs, nonResourceURLs }) => ({
      verbs: [...verbs],
      nonResourceURLs: [...nonResourceURLs],
    })),
    incomplete,
  };
  if (errors.length > 0) status.evaluationError = errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`;
  return status;
}
