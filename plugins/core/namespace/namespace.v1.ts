import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultNamespace, defaultNamespaceStatus } from './namespace.defaults.js';

/** Shape of v1.NamespaceSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.NamespaceSpec', doc: 'What keeps a namespace from being removed.' })
export class NamespaceSpec {
  @Field(1, 'string', {
    list: true,
    alias: 'v1.FinalizerName',
    doc: 'Names that must all be taken off before the namespace goes away.',
  })
  finalizers?: string[];
}

/** Shape of v1.NamespaceCondition. */
@ApiType({ name: 'k8s.io.api.core.v1.NamespaceCondition', doc: 'One aspect of the state of a namespace.' })
export class NamespaceCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.NamespaceConditionType',
    doc: 'Name of the condition, unique in the list.',
  })
  type: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    alias: 'v1.ConditionStatus',
    doc: 'Whether the condition holds: True, False or Unknown.',
  })
  status: string;

  @Field(4, 'time', { doc: 'When the status of the condition last changed.' })
  lastTransitionTime?: string;

  @Field(5, 'string', { doc: 'Short CamelCase cause of the last change.' })
  reason?: string;

  @Field(6, 'string', { doc: 'Readable details of the last change.' })
  message?: string;
}

/** Shape of v1.NamespaceStatus. */
@ApiType({
  name: 'k8s.io.api.core.v1.NamespaceStatus',
  doc: 'What is known of a namespace.',
  defaults: defaultNamespaceStatus,
})
export class NamespaceStatus {
  @Field(1, 'string', {
    enum: ['Active', 'Terminating'],
    alias: 'v1.NamespacePhase',
    doc: 'Active, or Terminating once the namespace is being deleted.',
  })
  phase?: string;

  @Field(2, NamespaceCondition, {
    since: '1.16',
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'States the namespace is in, mostly about problems of its deletion.',
  })
  conditions?: NamespaceCondition[];
}

/** Shape of v1.Namespace. */
@ApiType({
  name: 'k8s.io.api.core.v1.Namespace',
  doc: 'Scope in which names of objects are unique.',
  defaults: defaultNamespace,
})
export class Namespace {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, NamespaceSpec, { doc: 'What the object should be.' })
  spec?: NamespaceSpec;

  @Field(3, NamespaceStatus, { doc: 'What is known of the object.' })
  status?: NamespaceStatus;
}
