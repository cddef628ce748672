import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1.SelfSubjectRulesReviewSpec. */
@ApiType({
  name: 'k8s.io.api.authorization.v1.SelfSubjectRulesReviewSpec',
  doc: 'Which namespace the caller asks about.',
})
export class SelfSubjectRulesReviewSpec {
  @Field(1, 'string', { doc: 'Namespace whose rules are listed; required.' })
  namespace?: string;
}

/** Shape of v1.ResourceRule. */
@ApiType({ name: 'k8s.io.api.authorization.v1.ResourceRule', doc: 'Verbs that are allowed on some resources.' })
export class ResourceRule {
  @Field(1, 'string', { list: true, always: true, required: true, doc: 'Verbs that are allowed; * stands for all.' })
  verbs?: string[];

  @Field(2, 'string', { list: true, doc: 'API groups it covers; * stands for all.' })
  apiGroups?: string[];

  @Field(3, 'string', { list: true, doc: 'Resources it covers; * stands for all.' })
  resources?: string[];

  @Field(4, 'string', { list: true, doc: 'Names of the objects it covers; all when empty.' })
  resourceNames?: string[];
}

/** Shape of v1.NonResourceRule. */
@ApiType({ name: 'k8s.io.api.authorization.v1.NonResourceRule', doc: 'Verbs that are allowed on some URL paths.' })
export class NonResourceRule {
  @Field(1, 'string', { list: true, always: true, required: true, doc: 'Verbs that are allowed; * stands for all.' })
  verbs?: string[];

  @Field(2, 'string', { list: true, doc: 'URL paths it covers; * stands for all, or ends a prefix.' })
  nonResourceURLs?: string[];
}

/** Shape of v1.SubjectRulesReviewStatus. */
@ApiType({
  name: 'k8s.io.api.authorization.v1.SubjectRulesReviewStatus',
  doc: 'What the caller may do, as far as it can be listed.',
})
export class SubjectRulesReviewStatus {
  @Field(1, ResourceRule, {
    list: true,
    always: true,
    required: true,
    doc: 'What is allowed on resources, in no set order.',
  })
  resourceRules?: ResourceRule[];

  @Field(2, NonResourceRule, {
    list: true,
    always: true,
    required: true,
    doc: 'What is allowed on URL paths, in no set order.',
  })
  nonResourceRules?: NonResourceRule[];

  @Field(3, 'bool', { always: true, required: true, doc: 'Whether some rules may be missing from the lists.' })
  incomplete: boolean;

  @Field(4, 'string', { doc: 'Trouble met while listing; some rules may be missing.' })
  evaluationError?: string;
}

/** Shape of v1.SelfSubjectRulesReview. */
@ApiType({
  name: 'k8s.io.api.authorization.v1.SelfSubjectRulesReview',
  doc: 'Asks what the caller may do in a namespace.',
})
export class SelfSubjectRulesReview {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, SelfSubjectRulesReviewSpec, { always: true, required: true, doc: 'The question that is asked.' })
  spec: SelfSubjectRulesReviewSpec;

  @Field(3, SubjectRulesReviewStatus, { doc: 'The answer, filled in by the server.' })
  status?: SubjectRulesReviewStatus;
}
