import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { DeviceClaimV1alpha3, DeviceConfigurationV1alpha3 } from '../device-request/device-request.v1alpha3.js';
import {
  AllocatedDeviceStatus,
  AllocationResult,
  DeviceAllocationResult,
  DeviceRequestAllocationResult,
  NetworkDeviceData,
  ResourceClaim,
  ResourceClaimConsumerReference,
  ResourceClaimSpec,
  ResourceClaimStatus,
} from './resource-claim.v1beta1.js';

/** Shape of v1alpha3.ResourceClaimSpec. */
@ApiType({ name: 'k8s.io.api.resource.v1alpha3.ResourceClaimSpec', doc: 'What is asked for.', inherits: true })
export class ResourceClaimSpecV1alpha3 extends ResourceClaimSpec {
  @Field(1, DeviceClaimV1alpha3, { always: true, doc: 'Which devices are asked for.' })
  override devices?: DeviceClaimV1alpha3;

  @Field(2, 'string', { until: '1.31', doc: 'Name of the driver that allocates by a controller.' })
  controller?: string;
}

/** Shape of v1alpha3.DeviceRequestAllocationResult. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.DeviceRequestAllocationResult',
  doc: 'A device that was allocated for a request.',
  inherits: true,
})
export class DeviceRequestAllocationResultV1alpha3 extends DeviceRequestAllocationResult {
  @Field(5, 'bool', {
    since: '1.32',
    pointer: true,
    doc: 'Access for administration, beside other users of the device.',
  })
  override adminAccess?: boolean;
}

/** Shape of v1alpha3.DeviceAllocationConfiguration. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.DeviceAllocationConfiguration',
  doc: 'Settings that go with an allocation.',
  embed: 3,
})
export class DeviceAllocationConfigurationV1alpha3 extends DeviceConfigurationV1alpha3 {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1alpha3.AllocationConfigSource',
    doc: 'Where the settings come from: FromClass or FromClaim.',
  })
  source: string;

  @Field(2, 'string', { list: true, doc: 'Requests the settings are for; all when empty.' })
  requests?: string[];
}

/** Shape of v1alpha3.DeviceAllocationResult. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.DeviceAllocationResult',
  doc: 'The devices that have been allocated.',
  inherits: true,
})
export class DeviceAllocationResultV1alpha3 extends DeviceAllocationResult {
  @Field(1, DeviceRequestAllocationResultV1alpha3, { list: true, doc: 'The devices, request by request.' })
  override results?: DeviceRequestAllocationResultV1alpha3[];

  @Field(2, DeviceAllocationConfigurationV1alpha3, { list: true, doc: 'Settings that go with them.' })
  override config?: DeviceAllocationConfigurationV1alpha3[];
}

/** Shape of v1alpha3.AllocationResult. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.AllocationResult',
  doc: 'What has been allocated for a claim.',
  inherits: true,
})
export class AllocationResultV1alpha3 extends AllocationResult {
  @Field(1, DeviceAllocationResultV1alpha3, {
    doc: 'Devices that were allocated for the claim, and their configuration.',
  })
  override devices?: DeviceAllocationResultV1alpha3;

  @Field(4, 'string', { until: '1.31', doc: 'Name of the driver that allocated by a controller.' })
  controller?: string;
}

/** Shape of v1alpha3.ResourceClaimConsumerReference. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.ResourceClaimConsumerReference',
  doc: 'A consumer of a claim.',
  inherits: true,
})
export class ResourceClaimConsumerReferenceV1alpha3 extends ResourceClaimConsumerReference {}

/** Shape of v1alpha3.NetworkDeviceData. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.NetworkDeviceData',
  doc: 'What a network device is reached by.',
  inherits: true,
})
export class NetworkDeviceDataV1alpha3 extends NetworkDeviceData {}

/** Shape of v1alpha3.AllocatedDeviceStatus. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.AllocatedDeviceStatus',
  doc: 'Status of an allocated device, reported by its driver.',
  inherits: true,
})
export class AllocatedDeviceStatusV1alpha3 extends AllocatedDeviceStatus {
  @Field(6, NetworkDeviceDataV1alpha3, { pointer: true, doc: 'What a network device is reached by.' })
  override networkData?: NetworkDeviceDataV1alpha3;
}

/** Shape of v1alpha3.ResourceClaimStatus. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.ResourceClaimStatus',
  doc: 'What has been allocated and who uses it.',
  inherits: true,
})
export class ResourceClaimStatusV1alpha3 extends ResourceClaimStatus {
  @Field(1, AllocationResultV1alpha3, { pointer: true, doc: 'What has been allocated.' })
  override allocation?: AllocationResultV1alpha3;

  @Field(2, ResourceClaimConsumerReferenceV1alpha3, {
    list: true,
    listType: 'map',
    listMapKeys: ['uid'],
    patchStrategy: ['merge'],
    patchMergeKey: 'uid',
    doc: 'Who uses it.',
  })
  override reservedFor?: ResourceClaimConsumerReferenceV1alpha3[];

  @Field(3, 'bool', { until: '1.31', doc: 'The claim is to be deallocated.' })
  deallocationRequested?: boolean;

  @Field(4, AllocatedDeviceStatusV1alpha3, {
    since: '1.32',
    list: true,
    listType: 'map',
    listMapKeys: ['driver', 'device', 'pool'],
    doc: 'Status of the devices, reported by drivers.',
  })
  override devices?: AllocatedDeviceStatusV1alpha3[];
}

/** Shape of v1alpha3.ResourceClaim. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.ResourceClaim',
  doc: 'A request for devices that pods can share.',
  inherits: true,
})
export class ResourceClaimV1alpha3 extends ResourceClaim {
  @Field(2, ResourceClaimSpecV1alpha3, { always: true, required: true, doc: 'What is wanted.' })
  override spec: ResourceClaimSpecV1alpha3;

  @Field(3, ResourceClaimStatusV1alpha3, { doc: 'What is found; written by the system.' })
  override status?: ResourceClaimStatusV1alpha3;
}
