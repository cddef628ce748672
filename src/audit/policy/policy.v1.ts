import { ApiType, Field } from '../../schema/index.js';

/** Shape of audit.k8s.io/v1.GroupResources. */
@ApiType({ name: 'k8s.io.apiserver.pkg.apis.audit.v1.GroupResources', doc: 'Resources of one API group.' })
export class GroupResources {
  @Field(1, 'string', { doc: 'Name of the group; empty for the core group.' })
  group?: string;

  @Field(2, 'string', { list: true, doc: 'Resources, with `/` and a subresource, or wildcards; all when empty.' })
  resources?: string[];

  @Field(3, 'string', { list: true, doc: 'Names of objects; all when empty.' })
  resourceNames?: string[];
}

/** Shape of audit.k8s.io/v1.PolicyRule. */
@ApiType({ name: 'k8s.io.apiserver.pkg.apis.audit.v1.PolicyRule', doc: 'The level of the requests that match.' })
export class PolicyRule {
  @Field(1, 'string', { always: true, doc: 'None, Metadata, Request or RequestResponse.' })
  level: string;

  @Field(2, 'string', { list: true, doc: 'Names of users; all when empty.' })
  users?: string[];

  @Field(3, 'string', { list: true, doc: 'Groups of which users have one; all when empty.' })
  userGroups?: string[];

  @Field(4, 'string', { list: true, doc: 'Verbs; all when empty.' })
  verbs?: string[];

  @Field(5, GroupResources, { list: true, doc: 'Resources; all when empty.' })
  resources?: GroupResources[];

  @Field(6, 'string', { list: true, doc: 'Namespaces, empty for what is in none; all when empty.' })
  namespaces?: string[];

  @Field(7, 'string', { list: true, doc: 'Paths outside of the API, maybe with `*` at the end.' })
  nonResourceURLs?: string[];

  @Field(8, 'string', { list: true, doc: 'Stages without an event, besides those of the policy.' })
  omitStages?: string[];

  @Field(9, 'bool', { pointer: true, doc: 'Leaves managed fields out of objects; as the policy when unset.' })
  omitManagedFields?: boolean;
}

/** Shape of audit.k8s.io/v1.Policy. */
@ApiType({ name: 'k8s.io.apiserver.pkg.apis.audit.v1.Policy', doc: 'What is recorded of which requests.' })
export class Policy {
  @Field(2, PolicyRule, { list: true, always: true, doc: 'The first that matches a request counts.' })
  rules: PolicyRule[];

  @Field(3, 'string', { list: true, doc: 'Stages without an event.' })
  omitStages?: string[];

  @Field(4, 'bool', { doc: 'Leaves managed fields out of objects.' })
  omitManagedFields?: boolean;
}
