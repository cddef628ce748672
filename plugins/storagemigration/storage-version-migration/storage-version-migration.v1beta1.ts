import { ApiType, Condition, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1.GroupResource. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.GroupResource', doc: 'A resource of a group, in any version.' })
class GroupResource {
  @Field(1, 'string', { always: true, required: true, doc: 'API group.' })
  group: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Plural name of the resource, such as configmaps.' })
  resource: string;
}

/** Shape of v1beta1.StorageVersionMigrationSpec. */
@ApiType({
  name: 'k8s.io.api.storagemigration.v1beta1.StorageVersionMigrationSpec',
  doc: 'Which resource is migrated.',
})
class StorageVersionMigrationSpecV1beta1 {
  @Field(1, GroupResource, { always: true, required: true, doc: 'The resource that is migrated.' })
  resource: GroupResource;
}

/** Shape of v1beta1.StorageVersionMigrationStatus. */
@ApiType({ name: 'k8s.io.api.storagemigration.v1beta1.StorageVersionMigrationStatus', doc: 'How far a migration is.' })
class StorageVersionMigrationStatusV1beta1 {
  @Field(1, Condition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    doc: 'The states that are known.',
  })
  conditions?: Condition[];

  @Field(2, 'string', { doc: 'Objects that were written before it have been migrated.' })
  resourceVersion?: string;
}

/** Shape of v1beta1.StorageVersionMigration. */
@ApiType({
  name: 'k8s.io.api.storagemigration.v1beta1.StorageVersionMigration',
  doc: 'Brings all stored objects of a resource to the newest storage version.',
})
export class StorageVersionMigrationV1beta1 {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, StorageVersionMigrationSpecV1beta1, { doc: 'What is wanted.' })
  spec?: StorageVersionMigrationSpecV1beta1;

  @Field(3, StorageVersionMigrationStatusV1beta1, { doc: 'What is found; written by the system.' })
  status?: StorageVersionMigrationStatusV1beta1;
}
