import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1.ComponentCondition. */
@ApiType({ name: 'k8s.io.api.core.v1.ComponentCondition' })
export class ComponentCondition {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ComponentConditionType' })
  type: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ConditionStatus' })
  status: string;

  @Field(3, 'string')
  message?: string;

  @Field(4, 'string')
  error?: string;
}

/** Shape of v1.ComponentStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.ComponentStatus' })
export class ComponentStatus {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, ComponentCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
  })
  conditions?: ComponentCondition[];
}
