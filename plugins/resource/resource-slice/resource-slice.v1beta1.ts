import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { NodeSelector } from '../../core/index.js';
import { V1BETA1 } from '../types-in-versions.js';
import {
  CounterSet,
  Device,
  DeviceAttribute,
  DeviceCapacity,
  DeviceCounterConsumption,
  DeviceTaint,
  NodeAllocatableResourceMapping,
  ResourcePool,
  ResourceSlice,
  ResourceSliceSpec,
} from './resource-slice.v1.js';

/** Shape of v1beta1.BasicDevice. */
@ApiType({ name: 'k8s.io.api.resource.v1beta1.BasicDevice', doc: 'What a device is like.' })
export class BasicDeviceV1beta1 {
  @Field(1, V1BETA1.of(DeviceAttribute), { map: true, keyAlias: 'v1beta1.QualifiedName', doc: 'Properties, by name.' })
  attributes?: Record<string, DeviceAttribute>;

  @Field(2, V1BETA1.of(DeviceCapacity), { map: true, keyAlias: 'v1beta1.QualifiedName', doc: 'Amounts, by name.' })
  capacity?: Record<string, DeviceCapacity>;

  @Field(3, V1BETA1.of(DeviceCounterConsumption), {
    since: '1.33',
    list: true,
    doc: 'Shared amounts that the device takes.',
  })
  consumesCounters?: DeviceCounterConsumption[];

  @Field(4, 'string', { since: '1.33', pointer: true, doc: 'The node that has the device.' })
  nodeName?: string;

  @Field(5, NodeSelector, { since: '1.33', pointer: true, doc: 'Nodes that can reach the device.' })
  nodeSelector?: NodeSelector;

  @Field(6, 'bool', { since: '1.33', pointer: true, doc: 'Whether every node can reach the device.' })
  allNodes?: boolean;

  @Field(7, V1BETA1.of(DeviceTaint), { since: '1.33', list: true, doc: 'Taints of the device.' })
  taints?: DeviceTaint[];

  @Field(8, 'bool', { since: '1.34', pointer: true, doc: 'Whether the allocation binds the claim to the node.' })
  bindsToNode?: boolean;

  @Field(9, 'string', { since: '1.34', list: true, doc: 'Conditions that have to be true before pods are bound.' })
  bindingConditions?: string[];

  @Field(10, 'string', { since: '1.34', list: true, doc: 'Conditions of which each means that binding has failed.' })
  bindingFailureConditions?: string[];

  @Field(11, 'bool', { since: '1.34', pointer: true, doc: 'Whether several requests can share the device.' })
  allowMultipleAllocations?: boolean;

  @Field(12, V1BETA1.of(NodeAllocatableResourceMapping), {
    since: '1.36',
    map: true,
    doc: 'Resources of the node that the device takes, by name.',
  })
  nodeAllocatableResourceMappings?: Record<string, NodeAllocatableResourceMapping>;
}

/** Shape of v1beta1.Device. */
@ApiType({ name: 'k8s.io.api.resource.v1beta1.Device', doc: 'A device of a pool.' })
export class DeviceV1beta1 {
  @Field(1, 'string', { always: true, required: true, doc: 'Name, unique in the pool.' })
  name: string;

  @Field(2, BasicDeviceV1beta1, { pointer: true, doc: 'What the device is like.' })
  basic?: BasicDeviceV1beta1;
}

/** Shape of v1beta1.ResourceSliceSpec. */
@ApiType({
  name: 'k8s.io.api.resource.v1beta1.ResourceSliceSpec',
  doc: 'Which devices there are, and where they can be reached.',
})
export class ResourceSliceSpecV1beta1 {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the driver.' })
  driver: string;

  @Field(2, V1BETA1.of(ResourcePool), { always: true, required: true, doc: 'The pool these devices belong to.' })
  pool: ResourcePool;

  @Field(3, 'string', { doc: 'The node that has the devices.' })
  nodeName?: string;

  @Field(4, NodeSelector, { pointer: true, doc: 'Nodes that can reach them.' })
  nodeSelector?: NodeSelector;

  @Field(5, 'bool', { doc: 'Whether every node can reach them.' })
  allNodes?: boolean;

  @Field(6, DeviceV1beta1, {
    variants: [{ until: '1.34', always: true }],
    list: true,
    listType: 'atomic',
    doc: 'Devices of the pool that this slice lists, 128 at most.',
  })
  devices?: DeviceV1beta1[];

  @Field(7, 'bool', { since: '1.33', pointer: true, doc: 'Whether each device says which nodes can reach it.' })
  perDeviceNodeSelection?: boolean;

  @Field(8, V1BETA1.of(CounterSet), { since: '1.33', list: true, doc: 'Amounts that devices of the pool share.' })
  sharedCounters?: CounterSet[];
}

/** ResourceSlice as v1beta1 has it. */
export interface ResourceSliceV1beta1 extends Omit<ResourceSlice, 'spec'> {
  spec: ResourceSliceSpecV1beta1;
}

/** Shape of v1beta1.ResourceSlice. */
export const ResourceSliceV1beta1Type = V1BETA1.replace(Device, DeviceV1beta1)
  .replace(ResourceSliceSpec, ResourceSliceSpecV1beta1)
  .of(ResourceSlice);
