import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { Required } from '../../../src/plugin-api/built-in.js';

/** Shape of v1alpha1.GroupVersionResource. */
@ApiType({ name: 'k8s.io.api.storagemigration.v1alpha1.GroupVersionResource', doc: 'A resource in one version.' })
export class GroupVersionResource {
  @Field(1, 'string', { doc: 'API group.' })
  group?: string;

  @Field(2, 'string', { doc: 'API version in which the objects are read and written.' })
  @Required('version is required')
  version?: string;

  @Field(3, 'string', { doc: 'Plural name of the resource, such as configmaps.' })
  @Required('resource is required')
  resource?: string;
}

/** Shape of v1alpha1.StorageVersionMigrationSpec. */
@ApiType({
  name: 'k8s.io.api.storagemigration.v1alpha1.StorageVersionMigrationSpec',
  doc: 'Which resource is migrated.',
})
export class StorageVersionMigrationSpec {
  @Field(1, GroupVersionResource, { always: true, required: true, doc: 'The resource that is migrated.' })
  resource: GroupVersionResource;

  @Field(2, 'string', { doc: 'Where listing goes on.' })
  continueToken?: string;
}

/** Shape of v1alpha1.MigrationCondition. */
@ApiType({
  name: 'k8s.io.api.storagemigration.v1alpha1.MigrationCondition',
  doc: 'The state of a migration in one respect.',
})
export class MigrationCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1alpha1.MigrationConditionType',
    doc: 'What the condition is about.',
  })
  type: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ConditionStatus', doc: 'True, False or Unknown.' })
  status: string;

  @Field(3, 'time', { doc: 'When the condition was last updated.' })
  lastUpdateTime?: string;

  @Field(4, 'string', { doc: 'Why, in one word.' })
  reason?: string;

  @Field(5, 'string', { doc: 'Why, in words.' })
  message?: string;

  @Field(6, 'int64', { since: '1.35', doc: 'Generation of the migration that the condition was found for.' })
  observedGeneration?: number;
}

/** Shape of v1alpha1.StorageVersionMigrationStatus. */
@ApiType({ name: 'k8s.io.api.storagemigration.v1alpha1.StorageVersionMigrationStatus', doc: 'How far a migration is.' })
export class StorageVersionMigrationStatus {
  @Field(1, MigrationCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    doc: 'The states that are known.',
  })
  conditions?: MigrationCondition[];

  @Field(2, 'string', { doc: 'Objects that were written before it have been migrated.' })
  resourceVersion?: string;
}

/** Shape of v1alpha1.StorageVersionMigration. */
@ApiType({
  name: 'k8s.io.api.storagemigration.v1alpha1.StorageVersionMigration',
  doc: 'Brings all stored objects of a resource to the newest storage version.',
})
export class StorageVersionMigration {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, StorageVersionMigrationSpec, { doc: 'What is wanted.' })
  spec?: StorageVersionMigrationSpec;

  @Field(3, StorageVersionMigrationStatus, { doc: 'What is found; written by the system.' })
  status?: StorageVersionMigrationStatus;
}
