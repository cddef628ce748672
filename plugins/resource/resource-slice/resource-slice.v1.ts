import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { NodeSelector } from '../../core/index.js';

/** Shape of v1.ResourcePool. */
@ApiType({ name: 'k8s.io.api.resource.v1.ResourcePool', doc: 'The pool a slice belongs to.' })
export class ResourcePool {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the pool.' })
  name: string;

  @Field(2, 'int64', { always: true, required: true, doc: 'Goes up with every change of the pool.' })
  generation: number;

  @Field(3, 'int64', { always: true, required: true, doc: 'How many slices the pool has.' })
  resourceSliceCount: number;
}

/** Shape of v1.DeviceAttribute. */
@ApiType({
  name: 'k8s.io.api.resource.v1.DeviceAttribute',
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

  @Field(6, 'int64', { since: '1.36', list: true, doc: 'Whole numbers.' })
  ints?: number[];

  @Field(7, 'bool', { since: '1.36', list: true, doc: 'Truth values.' })
  bools?: boolean[];

  @Field(8, 'string', { since: '1.36', list: true, doc: 'Texts, of 64 characters at most.' })
  strings?: string[];

  @Field(9, 'string', { since: '1.36', list: true, doc: 'Semantic versions.' })
  versions?: string[];
}

/** Shape of v1.CapacityRequestPolicyRange. */
@ApiType({
  name: 'k8s.io.api.resource.v1.CapacityRequestPolicyRange',
  doc: 'Range of the amounts that requests may have.',
})
export class CapacityRequestPolicyRange {
  @Field(1, 'quantity', { pointer: true, required: true, doc: 'Smallest amount.' })
  min?: string | number;

  @Field(2, 'quantity', { pointer: true, doc: 'Greatest amount.' })
  max?: string | number;

  @Field(3, 'quantity', { pointer: true, doc: 'Distance of the amounts from one another, beginning at the smallest.' })
  step?: string | number;
}

/** Shape of v1.CapacityRequestPolicy. */
@ApiType({ name: 'k8s.io.api.resource.v1.CapacityRequestPolicy', doc: 'How much of a capacity one request may take.' })
export class CapacityRequestPolicy {
  @Field(1, 'quantity', { pointer: true, doc: 'Amount that a request takes that names none.' })
  default?: string | number;

  @Field(3, 'quantity', {
    list: true,
    listType: 'atomic',
    doc: 'The amounts that can be taken; others are rounded up.',
  })
  validValues?: (string | number)[];

  @Field(4, CapacityRequestPolicyRange, { pointer: true, doc: 'Range of the amounts that can be taken.' })
  validRange?: CapacityRequestPolicyRange;
}

/** Shape of v1.DeviceCapacity. */
@ApiType({ name: 'k8s.io.api.resource.v1.DeviceCapacity', doc: 'An amount of something a device has.' })
export class DeviceCapacity {
  @Field(1, 'quantity', { always: true, required: true, doc: 'How much of the capacity the device has, such as 40Gi.' })
  value: string | number;

  @Field(2, CapacityRequestPolicy, {
    since: '1.34',
    pointer: true,
    doc: 'How much of it one request may take, of a device that is shared.',
  })
  requestPolicy?: CapacityRequestPolicy;
}

/** Shape of v1.Counter. */
@ApiType({ name: 'k8s.io.api.resource.v1.Counter', doc: 'An amount that devices share.' })
export class Counter {
  @Field(1, 'quantity', { always: true, required: true, doc: 'How much there is of it.' })
  value: string | number;
}

/** Shape of v1.CounterSet. */
@ApiType({ name: 'k8s.io.api.resource.v1.CounterSet', doc: 'Amounts that devices of a pool share.' })
export class CounterSet {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the set, unique in its pool.' })
  name: string;

  @Field(2, Counter, { map: true, required: true, doc: 'The amounts, by name.' })
  counters?: Record<string, Counter>;
}

/** Shape of v1.DeviceCounterConsumption. */
@ApiType({
  name: 'k8s.io.api.resource.v1.DeviceCounterConsumption',
  doc: 'Part of shared amounts that a device takes.',
})
export class DeviceCounterConsumption {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the set that it is taken from.' })
  counterSet: string;

  @Field(2, Counter, { map: true, required: true, doc: 'The amounts, by name.' })
  counters?: Record<string, Counter>;
}

/** Shape of v1.DeviceTaint. */
@ApiType({ name: 'k8s.io.api.resource.v1.DeviceTaint', doc: 'Keeps requests that do not tolerate it from a device.' })
export class DeviceTaint {
  @Field(1, 'string', { always: true, required: true, doc: 'Key of the taint.' })
  key: string;

  @Field(2, 'string', { doc: 'Value that belongs to the key.' })
  value?: string;

  @Field(3, 'string', {
    always: true,
    required: true,
    alias: 'v1.DeviceTaintEffect',
    variants: [
      { until: '1.34', enum: ['NoExecute', 'NoSchedule'] },
      { since: '1.35', enum: ['NoExecute', 'NoSchedule', 'None'] },
    ],
    doc: 'Effect on requests that do not tolerate it: NoSchedule or NoExecute.',
  })
  effect: string;

  @Field(4, 'time', { pointer: true, doc: 'When the taint was added.' })
  timeAdded?: string;
}

/** Shape of v1.NodeAllocatableResourceMapping. */
@ApiType({
  name: 'k8s.io.api.resource.v1.NodeAllocatableResourceMapping',
  doc: 'How much of a resource of its node a device takes.',
})
export class NodeAllocatableResourceMapping {
  @Field(1, 'string', {
    pointer: true,
    alias: 'v1.QualifiedName',
    doc: 'Capacity of the device that it is counted by.',
  })
  capacityKey?: string;

  @Field(2, 'quantity', { pointer: true, doc: 'Factor between the capacity, or the device, and the resource.' })
  allocationMultiplier?: string | number;
}

/** Shape of v1.Device. */
@ApiType({ name: 'k8s.io.api.resource.v1.Device', doc: 'A device of a pool.' })
export class Device {
  @Field(1, 'string', { always: true, required: true, doc: 'Name, unique in the pool.' })
  name: string;

  @Field(2, DeviceAttribute, { map: true, keyAlias: 'v1.QualifiedName', doc: 'Properties, by name.' })
  attributes?: Record<string, DeviceAttribute>;

  @Field(3, DeviceCapacity, { map: true, keyAlias: 'v1.QualifiedName', doc: 'Amounts, by name.' })
  capacity?: Record<string, DeviceCapacity>;

  @Field(4, DeviceCounterConsumption, { list: true, listType: 'atomic', doc: 'Shared amounts that the device takes.' })
  consumesCounters?: DeviceCounterConsumption[];

  @Field(5, 'string', { pointer: true, doc: 'The node that has the device.' })
  nodeName?: string;

  @Field(6, NodeSelector, { pointer: true, doc: 'Nodes that can reach the device.' })
  nodeSelector?: NodeSelector;

  @Field(7, 'bool', { pointer: true, doc: 'Whether every node can reach the device.' })
  allNodes?: boolean;

  @Field(8, DeviceTaint, { list: true, listType: 'atomic', doc: 'Taints of the device.' })
  taints?: DeviceTaint[];

  @Field(9, 'bool', { since: '1.34', pointer: true, doc: 'Whether the allocation binds the claim to the node.' })
  bindsToNode?: boolean;

  @Field(10, 'string', {
    since: '1.34',
    list: true,
    listType: 'atomic',
    doc: 'Conditions that have to be true before pods are bound.',
  })
  bindingConditions?: string[];

  @Field(11, 'string', {
    since: '1.34',
    list: true,
    listType: 'atomic',
    doc: 'Conditions of which each means that binding has failed.',
  })
  bindingFailureConditions?: string[];

  @Field(12, 'bool', { since: '1.34', pointer: true, doc: 'Whether several requests can share the device.' })
  allowMultipleAllocations?: boolean;

  @Field(13, NodeAllocatableResourceMapping, {
    since: '1.36',
    map: true,
    doc: 'Resources of the node that the device takes, by name.',
  })
  nodeAllocatableResourceMappings?: Record<string, NodeAllocatableResourceMapping>;
}

/** Shape of v1.ResourceSliceSpec. */
@ApiType({
  name: 'k8s.io.api.resource.v1.ResourceSliceSpec',
  doc: 'Which devices there are, and where they can be reached.',
})
export class ResourceSliceSpec {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the driver.' })
  driver: string;

  @Field(2, ResourcePool, { always: true, required: true, doc: 'The pool these devices belong to.' })
  pool: ResourcePool;

  @Field(3, 'string', { pointer: true, doc: 'The node that has the devices.' })
  nodeName?: string;

  @Field(4, NodeSelector, { pointer: true, doc: 'Nodes that can reach them.' })
  nodeSelector?: NodeSelector;

  @Field(5, 'bool', { pointer: true, doc: 'Whether every node can reach them.' })
  allNodes?: boolean;

  @Field(6, Device, {
    variants: [{ until: '1.34', always: true }],
    list: true,
    listType: 'atomic',
    doc: 'Devices of the pool that this slice lists, 128 at most.',
  })
  devices?: Device[];

  @Field(7, 'bool', { since: '1.33', pointer: true, doc: 'Whether each device says which nodes can reach it.' })
  perDeviceNodeSelection?: boolean;

  @Field(8, CounterSet, {
    since: '1.33',
    list: true,
    listType: 'atomic',
    doc: 'Amounts that devices of the pool share.',
  })
  sharedCounters?: CounterSet[];
}

/** Shape of v1.ResourceSlice. */
@ApiType({ name: 'k8s.io.api.resource.v1.ResourceSlice', doc: 'Devices of one pool that a driver offers.' })
export class ResourceSlice {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ResourceSliceSpec, { always: true, required: true, doc: 'What is wanted.' })
  spec: ResourceSliceSpec;
}
