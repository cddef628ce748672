import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  Authorizer,
  type FieldError,
  FieldPath,
  type ReviewHandler,
  type StrategyContext,
  invalid,
} from '../../../src/plugin-api/index.js';
import { collectFieldErrors } from '../../../src/plugin-api/built-in.js';
import { checkAccess, invalidReview } from '../access-check/access-check.js';
import { shownPath, validateNoMetadata, validateSubjectQuestion } from '../access-check/access-review.validation.js';
import { userOf } from '../subject-access-review/subject-access-review.review.js';
import type { LocalSubjectAccessReview } from './local-subject-access-review.v1.js';

const SPEC = FieldPath.of('spec');

/** Reviews the access of a user inside one namespace. */
@Injectable()
export class LocalSubjectAccessReviewHandler implements ReviewHandler {
  constructor(@Inject(Authorizer) private readonly authorizer: Authorizer) {}

  async create(object: ApiObject, { namespace }: StrategyContext): Promise<ApiObject> {
    const review = object as LocalSubjectAccessReview;
    review.spec ??= {};
    review.metadata.namespace ||= namespace;
    const errors = collectFieldErrors(() => [
      ...validateSubjectQuestion(review.spec),
      ...validateNoMetadata(review, { allowsNamespace: true }),
      ...validateLocality(review),
    ]);
    if (errors.length > 0) throw invalidReview(errors);
    review.status = await checkAccess(this.authorizer, userOf(review.spec), review.spec);
    return review;
  }
}

function validateLocality({ metadata, spec }: LocalSubjectAccessReview): FieldError[] {
  const errors: FieldError[] = [];
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec;
  if (resource && (resource.namespace ?? '') !== metadata.namespace) {
    const place = SPEC.child('resourceAttributes', 'namespace');
    errors.push(invalid(place, resource.namespace ?? '', 'must match metadata.namespace'));
  }
  if (path)
    errors.push(invalid(SPEC.child('nonResourceAttributes'), shownPath(path), 'disallowed on this kind of request'));
  return errors;
}
