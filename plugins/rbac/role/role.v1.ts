import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1.PolicyRule. */
@ApiType({ name: 'k8s.io.api.rbac.v1.PolicyRule' })
export class PolicyRule {
  @Field(1, 'string', { list: true, always: true, required: true })
  verbs?: string[];

  @Field(2, 'string', { list: true })
  apiGroups?: string[];

  @Field(3, 'string', { list: true })
  resources?: string[];

  @Field(4, 'string', { list: true })
  resourceNames?: string[];

  @Field(5, 'string', { list: true })
  nonResourceURLs?: string[];
}

/** Shape of v1.Role. */
@ApiType({ name: 'k8s.io.api.rbac.v1.Role' })
export class Role {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, PolicyRule, { list: true, always: true })
  rules?: PolicyRule[];
}
