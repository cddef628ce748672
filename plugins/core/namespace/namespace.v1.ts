import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultNamespace, defaultNamespaceStatus } from './namespace.defaults.js';

/** Shape of v1.NamespaceSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.NamespaceSpec' })
export class NamespaceSpec {
  @Field(1, 'string', { list: true, alias: 'v1.FinalizerName' })
  finalizers?: string[];
}

/** Shape of v1.NamespaceCondition. */
@ApiType({ name: 'k8s.io.api.core.v1.NamespaceCondition' })
export class NamespaceCondition {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.NamespaceConditionType' })
  type: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ConditionStatus' })
  status: string;

  @Field(4, 'time')
  lastTransitionTime?: string;

  @Field(5, 'string')
  reason?: string;

  @Field(6, 'string')
  message?: string;
}

/** Shape of v1.NamespaceStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.NamespaceStatus', defaults: defaultNamespaceStatus })
export class NamespaceStatus {
  @Field(1, 'string', { enum: ['Active', 'Terminating'], alias: 'v1.NamespacePhase' })
  phase?: string;

  @Field(2, NamespaceCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
  })
  conditions?: NamespaceCondition[];
}

/** Shape of v1.Namespace. */
@ApiType({ name: 'k8s.io.api.core.v1.Namespace', defaults: defaultNamespace })
export class Namespace {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, NamespaceSpec)
  spec?: NamespaceSpec;

  @Field(3, NamespaceStatus)
  status?: NamespaceStatus;
}
