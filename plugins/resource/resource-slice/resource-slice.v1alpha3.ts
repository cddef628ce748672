import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { NodeSelector } from '../../core/index.js';

/** Shape of v1alpha3.ResourcePool. */
@ApiType({ name: 'k8s.io.api.resource.v1alpha3.ResourcePool', doc: 'The pool a slice belongs to.' })
export class ResourcePoolV1alpha3 {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the pool.' })
  name: string;

  @Field(2, 'int64', { always: true, required: true, doc: 'Goes up with every change of the pool.' })
  generation: number;

  @Field(3, 'int64', { always: true, required: true, doc: 'How many slices the pool has.' })
  resourceSliceCount: number;
}

/** Shape of v1alpha3.DeviceAttribute. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.DeviceAttribute',
  doc: 'One property of a device; exactly one member is set.',
})
export class DeviceAttributeV1alpha3 {
  @Field(2, 'int64', { pointer: true, doc: 'A whole number.' })
  int?: number;

  @Field(3, 'bool', { pointer: true, doc: 'True or false.' })
  bool?: boolean;

  @Field(4, 'string', { pointer: true, doc: 'Value that is a text, 64 characters at most.' })
  string?: string;

  @Field(5, 'string', { pointer: true, doc: 'A semantic version.' })
  version?: string;
}

/** Shape of v1alpha3.BasicDevice. */
@ApiType({ name: 'k8s.io.api.resource.v1alpha3.BasicDevice', doc: 'What a device is like.' })
export class BasicDeviceV1alpha3 {
  @Field(1, DeviceAttributeV1alpha3, { map: true, doc: 'Properties, by name.' })
  attributes?: Record<string, DeviceAttributeV1alpha3>;

  @Field(2, 'quantity', { map: true, doc: 'Amounts, by name.' })
  capacity?: Record<string, string | number>;
}

/** Shape of v1alpha3.Device. */
@ApiType({ name: 'k8s.io.api.resource.v1alpha3.Device', doc: 'A device of a pool.' })
export class DeviceV1alpha3 {
  @Field(1, 'string', { always: true, required: true, doc: 'Name, unique in the pool.' })
  name: string;

  @Field(2, BasicDeviceV1alpha3, { pointer: true, doc: 'What the device is like.' })
  basic?: BasicDeviceV1alpha3;
}

/** Shape of v1alpha3.ResourceSliceSpec. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.ResourceSliceSpec',
  doc: 'Which devices there are, and where they can be reached.',
})
export class ResourceSliceSpecV1alpha3 {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the driver.' })
  driver: string;

  @Field(2, ResourcePoolV1alpha3, { always: true, required: true, doc: 'The pool these devices belong to.' })
  pool: ResourcePoolV1alpha3;

  @Field(3, 'string', { doc: 'The node that has the devices.' })
  nodeName?: string;

  @Field(4, NodeSelector, { pointer: true, doc: 'Nodes that can reach them.' })
  nodeSelector?: NodeSelector;

  @Field(5, 'bool', { doc: 'Whether every node can reach them.' })
  allNodes?: boolean;

  @Field(6, DeviceV1alpha3, {
    list: true,
    always: true,
    doc: 'Devices of the pool that this slice lists, 128 at most.',
  })
  devices?: DeviceV1alpha3[];
}

/** Shape of v1alpha3.ResourceSlice. */
@ApiType({ name: 'k8s.io.api.resource.v1alpha3.ResourceSlice', doc: 'Devices of one pool that a driver offers.' })
export class ResourceSliceV1alpha3 {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ResourceSliceSpecV1alpha3, { always: true, required: true, doc: 'What is wanted.' })
  spec: ResourceSliceSpecV1alpha3;
}
