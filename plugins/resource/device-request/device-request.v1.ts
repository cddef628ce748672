import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { defaultDeviceRequest, defaultDeviceToleration } from './device-request.defaults.js';

/** Shape of v1.CELDeviceSelector. */
@ApiType({ name: 'k8s.io.api.resource.v1.CELDeviceSelector', doc: 'An expression that chooses devices.' })
export class CELDeviceSelector {
  @Field(1, 'string', { always: true, required: true, doc: 'Must be true for a device to be chosen.' })
  expression: string;
}

/** Shape of v1.DeviceSelector. */
@ApiType({ name: 'k8s.io.api.resource.v1.DeviceSelector', doc: 'Chooses devices; exactly one member is set.' })
export class DeviceSelector {
  @Field(1, CELDeviceSelector, { pointer: true, doc: 'An expression.' })
  cel?: CELDeviceSelector;
}

/** Shape of v1.DeviceToleration. */
@ApiType({
  name: 'k8s.io.api.resource.v1.DeviceToleration',
  doc: 'Taints that are no obstacle for a request.',
  defaults: defaultDeviceToleration,
})
export class DeviceToleration {
  @Field(1, 'string', { doc: 'Key of the taint; all keys when empty.' })
  key?: string;

  @Field(2, 'string', {
    alias: 'v1.DeviceTolerationOperator',
    openapiDefault: 'Equal',
    enum: ['Equal', 'Exists'],
    doc: 'How the value is compared: Exists or Equal.',
  })
  operator?: string;

  @Field(3, 'string', { doc: 'Value of the taint, for Equal.' })
  value?: string;

  @Field(4, 'string', {
    alias: 'v1.DeviceTaintEffect',
    variants: [
      { until: '1.34', enum: ['NoExecute', 'NoSchedule'] },
      { since: '1.35', enum: ['NoExecute', 'NoSchedule', 'None'] },
    ],
    doc: 'Effect of the taint; all effects when empty.',
  })
  effect?: string;

  @Field(5, 'int64', { pointer: true, doc: 'Seconds for which NoExecute is tolerated; always when unset.' })
  tolerationSeconds?: number;
}

/** Shape of v1.CapacityRequirements. */
@ApiType({ name: 'k8s.io.api.resource.v1.CapacityRequirements', doc: 'Amounts of capacity that are asked for.' })
export class CapacityRequirements {
  @Field(1, 'quantity', { map: true, keyAlias: 'v1.QualifiedName', doc: 'Amounts, by the name of the capacity.' })
  requests?: Record<string, string | number>;
}

/** Shape of v1.ExactDeviceRequest. */
@ApiType({
  name: 'k8s.io.api.resource.v1.ExactDeviceRequest',
  doc: 'A request for devices of one class.',
  defaults: defaultDeviceRequest,
})
export class ExactDeviceRequest {
  @Field(1, 'string', { always: true, required: true, doc: 'The class the devices are of.' })
  deviceClassName: string;

  @Field(2, DeviceSelector, { list: true, listType: 'atomic', doc: 'Conditions that devices must meet, all of them.' })
  selectors?: DeviceSelector[];

  @Field(3, 'string', {
    alias: 'v1.DeviceAllocationMode',
    variants: [{ since: '1.35', enum: ['All', 'ExactCount'] }],
    doc: 'ExactCount or All.',
  })
  allocationMode?: string;

  @Field(4, 'int64', { doc: 'How many devices, for ExactCount.' })
  count?: number;

  @Field(5, 'bool', { pointer: true, doc: 'Whether devices may be in use by others, for administrators.' })
  adminAccess?: boolean;

  @Field(6, DeviceToleration, { list: true, listType: 'atomic', doc: 'Taints of devices that are no obstacle.' })
  tolerations?: DeviceToleration[];

  @Field(7, CapacityRequirements, { since: '1.34', pointer: true, doc: 'Capacity that each device must have left.' })
  capacity?: CapacityRequirements;
}

/** Shape of v1.DeviceSubRequest. */
@ApiType({
  name: 'k8s.io.api.resource.v1.DeviceSubRequest',
  doc: 'One of several ways to satisfy a request.',
  defaults: defaultDeviceRequest,
})
export class DeviceSubRequest {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the alternative, unique in its request.' })
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'The class the devices are of.' })
  deviceClassName: string;

  @Field(3, DeviceSelector, { list: true, listType: 'atomic', doc: 'Conditions that devices must meet, all of them.' })
  selectors?: DeviceSelector[];

  @Field(4, 'string', {
    alias: 'v1.DeviceAllocationMode',
    variants: [{ since: '1.35', enum: ['All', 'ExactCount'] }],
    doc: 'ExactCount or All.',
  })
  allocationMode?: string;

  @Field(5, 'int64', { doc: 'How many devices, for ExactCount.' })
  count?: number;

  @Field(6, DeviceToleration, { list: true, listType: 'atomic', doc: 'Taints of devices that are no obstacle.' })
  tolerations?: DeviceToleration[];

  @Field(7, CapacityRequirements, { since: '1.34', pointer: true, doc: 'Capacity that each device must have left.' })
  capacity?: CapacityRequirements;
}

/** Shape of v1.DeviceRequest. */
@ApiType({ name: 'k8s.io.api.resource.v1.DeviceRequest', doc: 'One request for devices.' })
export class DeviceRequest {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the request.' })
  name: string;

  @Field(2, ExactDeviceRequest, { pointer: true, doc: 'Devices of one class, all of which must be found.' })
  exactly?: ExactDeviceRequest;

  @Field(3, DeviceSubRequest, {
    list: true,
    listType: 'atomic',
    doc: 'Alternatives, of which the first that can be satisfied counts.',
  })
  firstAvailable?: DeviceSubRequest[];
}

/** Shape of v1.DeviceConstraint. */
@ApiType({
  name: 'k8s.io.api.resource.v1.DeviceConstraint',
  doc: 'What devices of several requests must have in common.',
})
export class DeviceConstraint {
  @Field(1, 'string', { list: true, listType: 'atomic', doc: 'Requests it is about; all when empty.' })
  requests?: string[];

  @Field(2, 'string', {
    pointer: true,
    alias: 'v1.FullyQualifiedName',
    doc: 'The property that must be the same in all of them.',
  })
  matchAttribute?: string;

  @Field(3, 'string', {
    since: '1.34',
    pointer: true,
    alias: 'v1.FullyQualifiedName',
    doc: 'The property that must be another one in each of them.',
  })
  distinctAttribute?: string;
}

/** Shape of v1.OpaqueDeviceConfiguration. */
@ApiType({
  name: 'k8s.io.api.resource.v1.OpaqueDeviceConfiguration',
  doc: 'Settings that only a driver understands.',
})
export class OpaqueDeviceConfiguration {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the driver.' })
  driver: string;

  @Field(2, 'rawExtension', { always: true, required: true, doc: 'The settings, as the driver defines them.' })
  parameters: Record<string, unknown>;
}

/** Shape of v1.DeviceConfiguration. */
@ApiType({
  name: 'k8s.io.api.resource.v1.DeviceConfiguration',
  doc: 'Settings for a device; exactly one member is set.',
})
export class DeviceConfiguration {
  @Field(1, OpaqueDeviceConfiguration, { pointer: true, doc: 'Settings that only the driver understands.' })
  opaque?: OpaqueDeviceConfiguration;
}

/** Shape of v1.DeviceClaimConfiguration. */
@ApiType({
  name: 'k8s.io.api.resource.v1.DeviceClaimConfiguration',
  doc: 'Settings for devices that are asked for.',
  embed: 2,
})
export class DeviceClaimConfiguration extends DeviceConfiguration {
  @Field(1, 'string', { list: true, listType: 'atomic', doc: 'Requests the settings are for; all when empty.' })
  requests?: string[];
}

/** Shape of v1.DeviceClaim. */
@ApiType({ name: 'k8s.io.api.resource.v1.DeviceClaim', doc: 'Which devices are asked for.' })
export class DeviceClaim {
  @Field(1, DeviceRequest, {
    list: true,
    always: true,
    listType: 'atomic',
    doc: 'Requests for devices, each of which the allocation must satisfy.',
  })
  requests?: DeviceRequest[];

  @Field(2, DeviceConstraint, { list: true, listType: 'atomic', doc: 'What the devices must have in common.' })
  constraints?: DeviceConstraint[];

  @Field(3, DeviceClaimConfiguration, { list: true, listType: 'atomic', doc: 'Settings that go with them.' })
  config?: DeviceClaimConfiguration[];
}
