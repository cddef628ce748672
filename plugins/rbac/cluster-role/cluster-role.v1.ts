import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { PolicyRule } from '../role/role.v1.js';

/** Shape of v1.AggregationRule. */
@ApiType({ name: 'k8s.io.api.rbac.v1.AggregationRule' })
export class AggregationRule {
  @Field(1, LabelSelector, { list: true })
  clusterRoleSelectors?: LabelSelector[];
}

/** Shape of v1.ClusterRole. */
@ApiType({ name: 'k8s.io.api.rbac.v1.ClusterRole' })
export class ClusterRole {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, PolicyRule, { list: true, always: true })
  rules?: PolicyRule[];

  @Field(3, AggregationRule, { pointer: true })
  aggregationRule?: AggregationRule;
}
