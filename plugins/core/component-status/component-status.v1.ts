import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1.ComponentCondition. */
@ApiType({ name: 'k8s.io.api.core.v1.ComponentCondition', doc: 'One state a control plane component is in.' })
export class ComponentCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.ComponentConditionType',
    doc: 'Name of the condition; only Healthy is used.',
  })
  type: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    alias: 'v1.ConditionStatus',
    doc: 'Whether it holds: True, False or Unknown.',
  })
  status: string;

  @Field(3, 'string', { doc: 'Explanation of the state.' })
  message?: string;

  @Field(4, 'string', { doc: 'Error of the health check, if there was one.' })
  error?: string;
}

/** Shape of v1.ComponentStatus. */
@ApiType({
  name: 'k8s.io.api.core.v1.ComponentStatus',
  doc: 'Deprecated: health of a component; use the health checks it serves.',
})
export class ComponentStatus {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ComponentCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'States the component is in.',
  })
  conditions?: ComponentCondition[];
}
