import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { Required } from '../../../src/plugin-api/built-in.js';
import { PolicyRule } from '../role/role.v1.js';

/** Shape of v1.AggregationRule. */
@ApiType({ name: 'k8s.io.api.rbac.v1.AggregationRule', doc: 'Builds a ClusterRole out of the rules of others.' })
export class AggregationRule {
  @Field(1, LabelSelector, { list: true, doc: 'Labels of the ClusterRoles to add; one match is enough.' })
  @Required('at least one clusterRoleSelector required if aggregationRule is non-nil')
  clusterRoleSelectors?: LabelSelector[];
}

/** Shape of v1.ClusterRole. */
@ApiType({
  name: 'k8s.io.api.rbac.v1.ClusterRole',
  doc: 'Permissions for the whole cluster, or to grant in namespaces.',
})
export class ClusterRole {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, PolicyRule, { list: true, always: true, doc: 'What the role allows to do.' })
  rules?: PolicyRule[];

  @Field(3, AggregationRule, {
    pointer: true,
    doc: 'Fills in the rules from other ClusterRoles; own ones are overwritten.',
  })
  aggregationRule?: AggregationRule;
}
