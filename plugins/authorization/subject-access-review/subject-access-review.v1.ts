import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { FieldSelectorRequirement, LabelSelectorRequirement } from '../../../src/plugin-api/built-in.js';

/** Shape of v1.FieldSelectorAttributes. */
@ApiType({
  name: 'k8s.io.api.authorization.v1.FieldSelectorAttributes',
  doc: 'A field selector an action is limited to.',
})
export class FieldSelectorAttributes {
  @Field(1, 'string', { doc: 'Selector as in a query; not together with requirements.' })
  rawSelector?: string;

  @Field(2, FieldSelectorRequirement, {
    list: true,
    listType: 'atomic',
    doc: 'Parsed terms that must all hold; not together with rawSelector.',
  })
  requirements?: FieldSelectorRequirement[];
}

/** Shape of v1.LabelSelectorAttributes. */
@ApiType({
  name: 'k8s.io.api.authorization.v1.LabelSelectorAttributes',
  doc: 'A label selector an action is limited to.',
})
export class LabelSelectorAttributes {
  @Field(1, 'string', { doc: 'Selector as in a query; not together with requirements.' })
  rawSelector?: string;

  @Field(2, LabelSelectorRequirement, {
    list: true,
    listType: 'atomic',
    doc: 'Parsed terms that must all hold; not together with rawSelector.',
  })
  requirements?: LabelSelectorRequirement[];
}

/** Shape of v1.ResourceAttributes. */
@ApiType({ name: 'k8s.io.api.authorization.v1.ResourceAttributes', doc: 'An action on a resource of the API.' })
export class ResourceAttributes {
  @Field(1, 'string', { doc: 'Namespace of the action; empty for all or for none.' })
  namespace?: string;

  @Field(2, 'string', { doc: 'Action, such as get, list or delete; * stands for all.' })
  verb?: string;

  @Field(3, 'string', { doc: 'API group of the resource; empty is core, * stands for all.' })
  group?: string;

  @Field(4, 'string', { doc: 'API version of the resource; * stands for all.' })
  version?: string;

  @Field(5, 'string', { doc: 'Plural name of the resource; * stands for all.' })
  resource?: string;

  @Field(6, 'string', { doc: 'Subresource, such as status or log; empty for none.' })
  subresource?: string;

  @Field(7, 'string', { doc: 'Name of the object; empty for all of them.' })
  name?: string;

  @Field(8, FieldSelectorAttributes, { since: '1.31', pointer: true, doc: 'Field selector the action is limited to.' })
  fieldSelector?: FieldSelectorAttributes;

  @Field(9, LabelSelectorAttributes, { since: '1.31', pointer: true, doc: 'Label selector the action is limited to.' })
  labelSelector?: LabelSelectorAttributes;
}

/** Shape of v1.NonResourceAttributes. */
@ApiType({ name: 'k8s.io.api.authorization.v1.NonResourceAttributes', doc: 'A request to a path that is no resource.' })
export class NonResourceAttributes {
  @Field(1, 'string', { doc: 'URL path that is requested.' })
  path?: string;

  @Field(2, 'string', { doc: 'HTTP method in lower case, such as get.' })
  verb?: string;
}

/** Shape of v1.SubjectAccessReviewSpec. */
@ApiType({ name: 'k8s.io.api.authorization.v1.SubjectAccessReviewSpec', doc: 'The user and the action to check.' })
export class SubjectAccessReviewSpec {
  @Field(1, ResourceAttributes, {
    pointer: true,
    doc: 'Action on a resource; not together with nonResourceAttributes.',
  })
  resourceAttributes?: ResourceAttributes;

  @Field(2, NonResourceAttributes, {
    pointer: true,
    doc: 'Request to a URL path; not together with resourceAttributes.',
  })
  nonResourceAttributes?: NonResourceAttributes;

  @Field(3, 'string', { doc: 'Name of the user that is checked; needed when groups is empty.' })
  user?: string;

  @Field(4, 'string', { list: true, doc: 'Groups the user belongs to; needed when user is empty.' })
  groups?: string[];

  @Field(5, 'string', { map: true, list: true, valueAlias: 'v1.ExtraValue', doc: 'More details of the user, by key.' })
  extra?: Record<string, string[] | null>;

  @Field(6, 'string', { doc: 'UID of the user that is checked.' })
  uid?: string;
}

/** Shape of v1.SubjectAccessReviewStatus. */
@ApiType({
  name: 'k8s.io.api.authorization.v1.SubjectAccessReviewStatus',
  doc: 'Whether an action is allowed, and why.',
})
export class SubjectAccessReviewStatus {
  @Field(1, 'bool', { always: true, required: true, doc: 'Whether the action is allowed.' })
  allowed: boolean;

  @Field(2, 'string', { doc: 'Why it is allowed or denied.' })
  reason?: string;

  @Field(3, 'string', { doc: 'Trouble met while checking; the answer may still hold.' })
  evaluationError?: string;

  @Field(4, 'bool', { doc: 'Whether it is refused outright, not just left undecided.' })
  denied?: boolean;
}

/** Shape of v1.SubjectAccessReview. */
@ApiType({ name: 'k8s.io.api.authorization.v1.SubjectAccessReview', doc: 'Asks if a user may do something.' })
export class SubjectAccessReview {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, SubjectAccessReviewSpec, { always: true, required: true, doc: 'The question that is asked.' })
  spec: SubjectAccessReviewSpec;

  @Field(3, SubjectAccessReviewStatus, { doc: 'The answer, filled in by the server.' })
  status?: SubjectAccessReviewStatus;
}
