import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { Required } from '../../../src/plugin-api/built-in.js';

/** Shape of v1.PolicyRule. */
@ApiType({ name: 'k8s.io.api.rbac.v1.PolicyRule', doc: 'Verbs that are allowed on certain resources or URLs.' })
export class PolicyRule {
  @Field(1, 'string', {
    list: true,
    always: true,
    required: true,
    doc: 'Allowed actions, such as get or create; * is all.',
  })
  @Required('verbs must contain at least one value')
  verbs?: string[];

  @Field(2, 'string', { list: true, doc: 'API groups of the resources; empty text is the core group, * is all.' })
  apiGroups?: string[];

  @Field(3, 'string', { list: true, doc: 'Plural resource names, such as pods or pods/log; * is all.' })
  resources?: string[];

  @Field(4, 'string', { list: true, doc: 'Names of the objects it is limited to; all objects when unset.' })
  resourceNames?: string[];

  @Field(5, 'string', { list: true, doc: 'URL paths that are no resources, such as /healthz; only in a ClusterRole.' })
  nonResourceURLs?: string[];
}

/** Shape of v1.Role. */
@ApiType({ name: 'k8s.io.api.rbac.v1.Role', doc: 'Permissions within one namespace.' })
export class Role {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, PolicyRule, { list: true, always: true, doc: 'What the role allows to do.' })
  rules?: PolicyRule[];
}
