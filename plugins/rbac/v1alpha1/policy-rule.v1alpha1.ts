import { ApiType, Field } from '../../../src/plugin-api/index.js';

/** Shape of v1alpha1.PolicyRule: that of v1 under other protobuf numbers. */
@ApiType({ name: 'k8s.io.api.rbac.v1alpha1.PolicyRule', doc: 'Verbs that are allowed on certain resources or URLs.' })
export class PolicyRuleV1alpha1 {
  @Field(1, 'string', {
    list: true,
    always: true,
    required: true,
    doc: 'Allowed actions, such as get or create; * is all.',
  })
  verbs?: string[];

  @Field(3, 'string', { list: true, doc: 'API groups of the resources; empty text is the core group, * is all.' })
  apiGroups?: string[];

  @Field(4, 'string', { list: true, doc: 'Plural resource names, such as pods or pods/log; * is all.' })
  resources?: string[];

  @Field(5, 'string', { list: true, doc: 'Names of the objects it is limited to; all objects when unset.' })
  resourceNames?: string[];

  @Field(6, 'string', { list: true, doc: 'URL paths that are no resources, such as /healthz; only in a ClusterRole.' })
  nonResourceURLs?: string[];
}
