import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast, Required } from '../../../src/plugin-api/built-in.js';

/** Shape of v1.VolumeNodeResources. */
@ApiType({ name: 'k8s.io.api.storage.v1.VolumeNodeResources', doc: 'How many volumes a driver can serve on a node.' })
export class VolumeNodeResources {
  @Field(1, 'int32', { pointer: true, doc: 'Number of volumes; any number when unset.' })
  @AtLeast(0)
  count?: number;
}

/** Shape of v1.CSINodeDriver. */
@ApiType({ name: 'k8s.io.api.storage.v1.CSINodeDriver', doc: 'A driver on a node.' })
export class CSINodeDriver {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the driver.' })
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'What the driver calls the node.' })
  @Required()
  nodeID: string;

  @Field(3, 'string', { list: true, always: true, doc: 'Labels of the node that define the topology of the driver.' })
  topologyKeys?: string[];

  @Field(4, VolumeNodeResources, { since: '1.16', pointer: true, doc: 'How many volumes it can serve there.' })
  allocatable?: VolumeNodeResources;
}

/** Shape of v1.CSINodeSpec. */
@ApiType({ name: 'k8s.io.api.storage.v1.CSINodeSpec', doc: 'The drivers on a node.' })
export class CSINodeSpec {
  @Field(1, CSINodeDriver, {
    list: true,
    always: true,
    required: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'The drivers; one that is there can only be taken out, not changed.',
  })
  drivers?: CSINodeDriver[];
}

/** Shape of v1.CSINode. */
@ApiType({ name: 'k8s.io.api.storage.v1.CSINode', doc: 'The drivers of volumes on a node, whose name it has.' })
export class CSINode {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, CSINodeSpec, { always: true, required: true, doc: 'The drivers.' })
  spec: CSINodeSpec;
}
