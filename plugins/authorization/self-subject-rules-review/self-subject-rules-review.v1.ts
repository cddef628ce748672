import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1.SelfSubjectRulesReviewSpec. */
@ApiType({ name: 'k8s.io.api.authorization.v1.SelfSubjectRulesReviewSpec' })
export class SelfSubjectRulesReviewSpec {
  @Field(1, 'string')
  namespace?: string;
}

/** Shape of v1.ResourceRule. */
@ApiType({ name: 'k8s.io.api.authorization.v1.ResourceRule' })
export class ResourceRule {
  @Field(1, 'string', { list: true, always: true, required: true })
  verbs?: string[];

  @Field(2, 'string', { list: true })
  apiGroups?: string[];

  @Field(3, 'string', { list: true })
  resources?: string[];

  @Field(4, 'string', { list: true })
  resourceNames?: string[];
}

/** Shape of v1.NonResourceRule. */
@ApiType({ name: 'k8s.io.api.authorization.v1.NonResourceRule' })
export class NonResourceRule {
  @Field(1, 'string', { list: true, always: true, required: true })
  verbs?: string[];

  @Field(2, 'string', { list: true })
  nonResourceURLs?: string[];
}

/** Shape of v1.SubjectRulesReviewStatus. */
@ApiType({ name: 'k8s.io.api.authorization.v1.SubjectRulesReviewStatus' })
export class SubjectRulesReviewStatus {
  @Field(1, ResourceRule, { list: true, always: true, required: true })
  resourceRules?: ResourceRule[];

  @Field(2, NonResourceRule, { list: true, always: true, required: true })
  nonResourceRules?: NonResourceRule[];

  @Field(3, 'bool', { always: true, required: true })
  incomplete: boolean;

  @Field(4, 'string')
  evaluationError?: string;
}

/** Shape of v1.SelfSubjectRulesReview. */
@ApiType({ name: 'k8s.io.api.authorization.v1.SelfSubjectRulesReview' })
export class SelfSubjectRulesReview {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, SelfSubjectRulesReviewSpec, { always: true, required: true })
  spec: SelfSubjectRulesReviewSpec;

  @Field(3, SubjectRulesReviewStatus)
  status?: SubjectRulesReviewStatus;
}
