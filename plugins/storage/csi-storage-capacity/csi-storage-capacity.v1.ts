import { ApiType, Field, isDns1123Subdomain, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { Format } from '../../../src/plugin-api/built-in.js';

/** Shape of v1.CSIStorageCapacity. */
@ApiType({
  name: 'k8s.io.api.storage.v1.CSIStorageCapacity',
  doc: 'How much room there is for volumes of a class at some place.',
})
export class CSIStorageCapacity {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, LabelSelector, { pointer: true, doc: 'Nodes that can reach the place; cannot change.' })
  nodeTopology?: LabelSelector;

  @Field(3, 'string', { always: true, required: true, doc: 'Class of the volumes; cannot change.' })
  @Format(isDns1123Subdomain, { ofEmpty: true })
  storageClassName: string;

  @Field(4, 'quantity', { pointer: true, doc: 'Room there is.' })
  capacity?: string | number;

  @Field(5, 'quantity', { since: '1.21', pointer: true, doc: 'Biggest volume that can be made.' })
  maximumVolumeSize?: string | number;
}
