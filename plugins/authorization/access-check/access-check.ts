import {
  type AuthorizationAttributes,
  type Authorizer,
  type FieldError,
  type StatusError,
  type UserInfo,
  invalidObject,
} from '../../../src/plugin-api/index.js';
import type { SubjectAccessReviewStatus } from '../subject-access-review/subject-access-review.v1.js';
import type { AccessQuestion } from './access-review.validation.js';
import { fieldSelectorText, labelSelectorText } from './selector-text.js';

/** Asks the authorizers what a review asks and puts their answer into its status. */
export async function checkAccess(
  authorizer: Authorizer,
  user: UserInfo,
  question: AccessQuestion,
): Promise<SubjectAccessReviewStatus> {
  const { attributes, faults } = attributesFor(user, question);
  const { verdict, reason } = await authorizer.authorize(attributes);
  const status: SubjectAccessReviewStatus = { allowed: verdict === 'Allow' };
  if (verdict === 'Deny') status.denied = true;
  if (reason !== '') status.reason = reason;
  if (faults.length > 0) status.evaluationError = faults.join('; ');
  return status;
}

/** Returns the 422 for a review; the reference does not name its kind there. */
export function invalidReview(errors: readonly FieldError[]): StatusError {
  const error = invalidObject({ group: 'authorization.k8s.io', kind: '' }, '', errors);
  delete error.status.details?.kind;
  return error;
}

function attributesFor(
  user: UserInfo,
  { resourceAttributes: resource, nonResourceAttributes: path }: AccessQuestion,
): { attributes: AuthorizationAttributes; faults: string[] } {
  const fields = fieldSelectorText(resource?.fieldSelector);
  const labels = labelSelectorText(resource?.labelSelector);
  const attributes: AuthorizationAttributes = {
    user,
    isResourceRequest: resource !== undefined,
    verb: resource?.verb ?? path?.verb ?? '',
    namespace: resource?.namespace ?? '',
    group: resource?.group ?? '',
    version: resource?.version ?? '',
    resource: resource?.resource ?? '',
    subresource: resource?.subresource ?? '',
    name: resource?.name ?? '',
    path: path?.path ?? '',
    fieldSelector: fields.text,
    labelSelector: labels.text,
  };
  return { attributes, faults: [fields.fault, labels.fault].filter((fault) => fault !== undefined) };
}
