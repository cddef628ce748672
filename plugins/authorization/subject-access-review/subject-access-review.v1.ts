import {
  ApiType,
  Field,
  FieldSelectorRequirement,
  LabelSelectorRequirement,
  ObjectMeta,
} from '../../../src/plugin-api/index.js';

/** Shape of v1.FieldSelectorAttributes. */
@ApiType({ name: 'k8s.io.api.authorization.v1.FieldSelectorAttributes' })
export class FieldSelectorAttributes {
  @Field(1, 'string')
  rawSelector?: string;

  @Field(2, FieldSelectorRequirement, { list: true })
  requirements?: FieldSelectorRequirement[];
}

/** Shape of v1.LabelSelectorAttributes. */
@ApiType({ name: 'k8s.io.api.authorization.v1.LabelSelectorAttributes' })
export class LabelSelectorAttributes {
  @Field(1, 'string')
  rawSelector?: string;

  @Field(2, LabelSelectorRequirement, { list: true })
  requirements?: LabelSelectorRequirement[];
}

/** Shape of v1.ResourceAttributes. */
@ApiType({ name: 'k8s.io.api.authorization.v1.ResourceAttributes' })
export class ResourceAttributes {
  @Field(1, 'string')
  namespace?: string;

  @Field(2, 'string')
  verb?: string;

  @Field(3, 'string')
  group?: string;

  @Field(4, 'string')
  version?: string;

  @Field(5, 'string')
  resource?: string;

  @Field(6, 'string')
  subresource?: string;

  @Field(7, 'string')
  name?: string;

  @Field(8, FieldSelectorAttributes, { pointer: true })
  fieldSelector?: FieldSelectorAttributes;

  @Field(9, LabelSelectorAttributes, { pointer: true })
  labelSelector?: LabelSelectorAttributes;
}

/** Shape of v1.NonResourceAttributes. */
@ApiType({ name: 'k8s.io.api.authorization.v1.NonResourceAttributes' })
export class NonResourceAttributes {
  @Field(1, 'string')
  path?: string;

  @Field(2, 'string')
  verb?: string;
}

/** Shape of v1.SubjectAccessReviewSpec. */
@ApiType({ name: 'k8s.io.api.authorization.v1.SubjectAccessReviewSpec' })
export class SubjectAccessReviewSpec {
  @Field(1, ResourceAttributes, { pointer: true })
  resourceAttributes?: ResourceAttributes;

  @Field(2, NonResourceAttributes, { pointer: true })
  nonResourceAttributes?: NonResourceAttributes;

  @Field(3, 'string')
  user?: string;

  @Field(4, 'string', { list: true })
  groups?: string[];

  @Field(5, 'string', { map: true, list: true })
  extra?: Record<string, string[]>;

  @Field(6, 'string')
  uid?: string;
}

/** Shape of v1.SubjectAccessReviewStatus. */
@ApiType({ name: 'k8s.io.api.authorization.v1.SubjectAccessReviewStatus' })
export class SubjectAccessReviewStatus {
  @Field(1, 'bool', { always: true, required: true })
  allowed: boolean;

  @Field(2, 'string')
  reason?: string;

  @Field(3, 'string')
  evaluationError?: string;

  @Field(4, 'bool')
  denied?: boolean;
}

/** Shape of v1.SubjectAccessReview. */
@ApiType({ name: 'k8s.io.api.authorization.v1.SubjectAccessReview' })
export class SubjectAccessReview {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, SubjectAccessReviewSpec, { always: true, required: true })
  spec: SubjectAccessReviewSpec;

  @Field(3, SubjectAccessReviewStatus)
  status?: SubjectAccessReviewStatus;
}
