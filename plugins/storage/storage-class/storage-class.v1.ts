import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { TopologySelectorTerm } from '../../core/index.js';
import { defaultStorageClass } from './storage-class.defaults.js';

/** Shape of v1.StorageClass. */
@ApiType({
  name: 'k8s.io.api.storage.v1.StorageClass',
  doc: 'Names how volumes are made.',
  defaults: defaultStorageClass,
})
export class StorageClass {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, 'string', { always: true, required: true, doc: 'Who makes the volumes; cannot change.' })
  provisioner: string;

  @Field(3, 'string', { map: true, doc: 'Parameters of the provisioner; immutable.' })
  parameters?: Record<string, string>;

  @Field(4, 'string', {
    pointer: true,
    enum: ['Delete', 'Recycle', 'Retain'],
    alias: 'v1.PersistentVolumeReclaimPolicy',
    doc: 'What becomes of volumes nobody claims any more; Delete when unset, cannot change.',
  })
  reclaimPolicy?: string;

  @Field(5, 'string', { list: true, doc: 'Options volumes are mounted with; a wrong one lets mounting fail.' })
  mountOptions?: string[];

  @Field(6, 'bool', { pointer: true, doc: 'Whether volumes can grow.' })
  allowVolumeExpansion?: boolean;

  @Field(7, 'string', {
    pointer: true,
    enum: ['Immediate', 'WaitForFirstConsumer'],
    alias: 'v1.VolumeBindingMode',
    doc: 'When claims get their volumes: at once (Immediate) or with the first pod (WaitForFirstConsumer).',
  })
  @Required()
  @OneOf('Immediate', 'WaitForFirstConsumer')
  volumeBindingMode?: string;

  @Field(8, TopologySelectorTerm, {
    list: true,
    listType: 'atomic',
    variants: [{ until: '1.21', listType: undefined }],
    doc: 'Where volumes may be made; anywhere when there are none.',
  })
  allowedTopologies?: TopologySelectorTerm[];
}
