import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { NodeSelector } from '../../core/index.js';

/** Shape of v1beta1.ResourcePool. */
@ApiType({ name: 'k8s.io.api.resource.v1beta1.ResourcePool', doc: 'The pool a slice belongs to.' })
export class ResourcePool {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the pool.' })
  name: string;

  @Field(2, 'int64', { always: true, required: true, doc: 'Goes up with every change of the pool.' })
  generation: number;

  @Field(3, 'int64', { always: true, required: true, doc: 'How many slices the pool has.' })
  resourceSliceCount: number;
}

/** Shape of v1beta1.DeviceAttribute. */
@ApiType({
  name: 'k8s.io.api.resource.v1beta1.DeviceAttribute',
  doc: 'One property of a device; exactly one member is set.',
})
export class DeviceAttribute {
  @Field(2, 'int64', { pointer: true, doc: 'A whole number.' })
  int?: number;

  @Field(3, 'bool', { pointer: true, doc: 'True or false.' })
  bool?: boolean;

  @Field(4, 'string', { pointer: true, doc: 'Value that is a text, 64 characters at most.' })
  string?: string;

  @Field(5, 'string', { pointer: true, doc: 'A semantic version.' })
  version?: string;
}

/** Shape of v1beta1.DeviceCapacity. */
@ApiType({ name: 'k8s.io.api.resource.v1beta1.DeviceCapacity', doc: 'An amount of something a device has.' })
export class DeviceCapacity {
  @Field(1, 'quantity', { always: true, required: true, doc: 'How much of the capacity the device has, such as 40Gi.' })
  value: string | number;
}

/** Shape of v1beta1.BasicDevice. */
@ApiType({ name: 'k8s.io.api.resource.v1beta1.BasicDevice', doc: 'What a device is like.' })
export class BasicDevice {
  @Field(1, DeviceAttribute, { map: true, doc: 'Properties, by name.' })
  attributes?: Record<string, DeviceAttribute>;

  @Field(2, DeviceCapacity, { map: true, doc: 'Amounts, by name.' })
  capacity?: Record<string, DeviceCapacity>;
}

/** Shape of v1beta1.Device. */
@ApiType({ name: 'k8s.io.api.resource.v1beta1.Device', doc: 'A device of a pool.' })
export class Device {
  @Field(1, 'string', { always: true, required: true, doc: 'Name, unique in the pool.' })
  name: string;

  @Field(2, BasicDevice, { pointer: true, doc: 'What the device is like.' })
  basic?: BasicDevice;
}

/** Shape of v1beta1.ResourceSliceSpec. */
@ApiType({
  name: 'k8s.io.api.resource.v1beta1.ResourceSliceSpec',
  doc: 'Which devices there are, and where they can be reached.',
})
export class ResourceSliceSpec {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the driver.' })
  driver: string;

  @Field(2, ResourcePool, { always: true, required: true, doc: 'The pool these devices belong to.' })
  pool: ResourcePool;

  @Field(3, 'string', { doc: 'The node that has the devices.' })
  nodeName?: string;

  @Field(4, NodeSelector, { pointer: true, doc: 'Nodes that can reach them.' })
  nodeSelector?: NodeSelector;

  @Field(5, 'bool', { doc: 'Whether every node can reach them.' })
  allNodes?: boolean;

  @Field(6, Device, { list: true, always: true, doc: 'Devices of the pool that this slice lists, 128 at most.' })
  devices?: Device[];
}

/** Shape of v1beta1.ResourceSlice. */
@ApiType({ name: 'k8s.io.api.resource.v1beta1.ResourceSlice', doc: 'Devices of one pool that a driver offers.' })
export class ResourceSlice {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ResourceSliceSpec, { always: true, required: true, doc: 'What is wanted.' })
  spec: ResourceSliceSpec;
}
