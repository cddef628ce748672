import { ApiType, Condition, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { DeviceClaim, DeviceConfiguration, DeviceToleration } from '../device-request/device-request.v1.js';
import { NodeSelector } from '../../core/index.js';

/** Shape of v1.ResourceClaimSpec. */
@ApiType({ name: 'k8s.io.api.resource.v1.ResourceClaimSpec', doc: 'What is asked for.' })
export class ResourceClaimSpec {
  @Field(1, DeviceClaim, { always: true, doc: 'Which devices are asked for.' })
  devices?: DeviceClaim;

  @Field(2, 'string', { until: '1.31', doc: 'Name of the driver that allocates by a controller.' })
  controller?: string;
}

/** Shape of v1.DeviceRequestAllocationResult. */
@ApiType({
  name: 'k8s.io.api.resource.v1.DeviceRequestAllocationResult',
  doc: 'A device that was allocated for a request.',
})
export class DeviceRequestAllocationResult {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the request.' })
  request: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the driver.' })
  driver: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Name of the pool.' })
  pool: string;

  @Field(4, 'string', { always: true, required: true, doc: 'Name of the device in its pool.' })
  device: string;

  @Field(5, 'bool', {
    since: '1.32',
    variants: [{ until: '1.33', always: true }],
    pointer: true,
    doc: 'Whether devices may be in use by others, for administrators.',
  })
  adminAccess?: boolean;

  @Field(6, DeviceToleration, {
    since: '1.33',
    list: true,
    listType: 'atomic',
    doc: 'Tolerations of the request when the device was allocated.',
  })
  tolerations?: DeviceToleration[];

  @Field(7, 'string', {
    since: '1.34',
    list: true,
    listType: 'atomic',
    doc: 'Conditions that have to be true before pods are bound.',
  })
  bindingConditions?: string[];

  @Field(8, 'string', {
    since: '1.34',
    list: true,
    listType: 'atomic',
    doc: 'Conditions of which each means that binding has failed.',
  })
  bindingFailureConditions?: string[];

  @Field(9, 'string', { since: '1.34', pointer: true, alias: 'types.UID', doc: 'Id of the share of a shared device.' })
  shareID?: string;

  @Field(10, 'quantity', {
    since: '1.34',
    map: true,
    keyAlias: 'v1.QualifiedName',
    doc: 'Capacity that the share takes, by name.',
  })
  consumedCapacity?: Record<string, string | number>;
}

/** Shape of v1.DeviceAllocationConfiguration. */
@ApiType({
  name: 'k8s.io.api.resource.v1.DeviceAllocationConfiguration',
  doc: 'Settings that go with an allocation.',
  embed: 3,
})
export class DeviceAllocationConfiguration extends DeviceConfiguration {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.AllocationConfigSource',
    variants: [{ since: '1.35', enum: ['FromClaim', 'FromClass'] }],
    doc: 'Where the settings come from: FromClass or FromClaim.',
  })
  source: string;

  @Field(2, 'string', { list: true, listType: 'atomic', doc: 'Requests the settings are for; all when empty.' })
  requests?: string[];
}

/** Shape of v1.DeviceAllocationResult. */
@ApiType({ name: 'k8s.io.api.resource.v1.DeviceAllocationResult', doc: 'The devices that have been allocated.' })
export class DeviceAllocationResult {
  @Field(1, DeviceRequestAllocationResult, { list: true, listType: 'atomic', doc: 'The devices, request by request.' })
  results?: DeviceRequestAllocationResult[];

  @Field(2, DeviceAllocationConfiguration, { list: true, listType: 'atomic', doc: 'Settings that go with them.' })
  config?: DeviceAllocationConfiguration[];
}

/** Shape of v1.AllocationResult. */
@ApiType({ name: 'k8s.io.api.resource.v1.AllocationResult', doc: 'What has been allocated for a claim.' })
export class AllocationResult {
  @Field(1, DeviceAllocationResult, { doc: 'Devices that were allocated for the claim, and their configuration.' })
  devices?: DeviceAllocationResult;

  @Field(3, NodeSelector, { pointer: true, doc: 'Nodes that can reach them.' })
  nodeSelector?: NodeSelector;

  @Field(4, 'string', { until: '1.31', doc: 'Name of the driver that allocated by a controller.' })
  controller?: string;

  @Field(5, 'time', { since: '1.34', pointer: true, doc: 'When the devices were allocated.' })
  allocationTimestamp?: string;
}

/** Shape of v1.ResourceClaimConsumerReference. */
@ApiType({ name: 'k8s.io.api.resource.v1.ResourceClaimConsumerReference', doc: 'A consumer of a claim.' })
export class ResourceClaimConsumerReference {
  @Field(1, 'string', { doc: 'Group of the user.' })
  apiGroup?: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Resource of the user.' })
  resource: string;

  @Field(4, 'string', { always: true, required: true, doc: 'Name of the user.' })
  name: string;

  @Field(5, 'string', { always: true, required: true, doc: 'UID of the user.' })
  uid: string;
}

/** Shape of v1.NetworkDeviceData. */
@ApiType({ name: 'k8s.io.api.resource.v1.NetworkDeviceData', doc: 'What a network device is reached by.' })
export class NetworkDeviceData {
  @Field(1, 'string', { doc: 'Name of the network interface.' })
  interfaceName?: string;

  @Field(2, 'string', { list: true, listType: 'atomic', doc: 'Its addresses, with their networks.' })
  ips?: string[];

  @Field(3, 'string', { doc: 'Address of the network interface on its link, such as a MAC address.' })
  hardwareAddress?: string;
}

/** Shape of v1.AllocatedDeviceStatus. */
@ApiType({
  name: 'k8s.io.api.resource.v1.AllocatedDeviceStatus',
  doc: 'Status of an allocated device, reported by its driver.',
})
export class AllocatedDeviceStatus {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the driver.' })
  driver: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the pool.' })
  pool: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Name of the device in its pool.' })
  device: string;

  @Field(4, Condition, {
    list: true,
    always: true,
    listType: 'map',
    listMapKeys: ['type'],
    doc: 'The states that are known.',
  })
  conditions?: Condition[];

  @Field(5, 'rawExtension', { variants: [{ since: '1.33', pointer: true }], doc: 'Driver-specific data.' })
  data?: Record<string, unknown>;

  @Field(6, NetworkDeviceData, { pointer: true, doc: 'What a network device is reached by.' })
  networkData?: NetworkDeviceData;

  @Field(7, 'string', { since: '1.34', pointer: true, doc: 'Id of the share of a shared device.' })
  shareID?: string;
}

/** Shape of v1.ResourceClaimStatus. */
@ApiType({ name: 'k8s.io.api.resource.v1.ResourceClaimStatus', doc: 'What has been allocated and who uses it.' })
export class ResourceClaimStatus {
  @Field(1, AllocationResult, { pointer: true, doc: 'What has been allocated.' })
  allocation?: AllocationResult;

  @Field(2, ResourceClaimConsumerReference, {
    list: true,
    listType: 'map',
    listMapKeys: ['uid'],
    patchStrategy: ['merge'],
    patchMergeKey: 'uid',
    doc: 'Who uses it.',
  })
  reservedFor?: ResourceClaimConsumerReference[];

  @Field(3, 'bool', { until: '1.31', doc: 'The claim is to be deallocated.' })
  deallocationRequested?: boolean;

  @Field(4, AllocatedDeviceStatus, {
    since: '1.32',
    list: true,
    listType: 'map',
    listMapKeys: ['driver', 'device', 'pool'],
    variants: [{ since: '1.34', listMapKeys: ['driver', 'device', 'pool', 'shareID'] }],
    doc: 'Status of the devices, reported by drivers.',
  })
  devices?: AllocatedDeviceStatus[];
}

/** Shape of v1.ResourceClaim. */
@ApiType({ name: 'k8s.io.api.resource.v1.ResourceClaim', doc: 'A request for devices that pods can share.' })
export class ResourceClaim {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ResourceClaimSpec, { always: true, required: true, doc: 'What is wanted.' })
  spec: ResourceClaimSpec;

  @Field(3, ResourceClaimStatus, { doc: 'What is found; written by the system.' })
  status?: ResourceClaimStatus;
}
