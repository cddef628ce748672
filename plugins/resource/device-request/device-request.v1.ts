import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { defaultDeviceRequest } from './device-request.defaults.js';

/** Shape of v1beta1.CELDeviceSelector. */
@ApiType({ name: 'k8s.io.api.resource.v1beta1.CELDeviceSelector', doc: 'An expression that chooses devices.' })
export class CELDeviceSelector {
  @Field(1, 'string', { always: true, required: true, doc: 'Must be true for a device to be chosen.' })
  expression: string;
}

/** Shape of v1beta1.DeviceSelector. */
@ApiType({ name: 'k8s.io.api.resource.v1beta1.DeviceSelector', doc: 'Chooses devices; exactly one member is set.' })
export class DeviceSelector {
  @Field(1, CELDeviceSelector, { pointer: true, doc: 'An expression.' })
  cel?: CELDeviceSelector;
}

/** Shape of v1beta1.DeviceRequest. */
@ApiType({
  name: 'k8s.io.api.resource.v1beta1.DeviceRequest',
  doc: 'One request for devices.',
  defaults: defaultDeviceRequest,
})
export class DeviceRequest {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the request.' })
  name: string;

  @Field(2, 'string', {
    variants: [{ since: '1.33', required: undefined }],
    always: true,
    required: true,
    doc: 'The class the devices are of.',
  })
  deviceClassName: string;

  @Field(3, DeviceSelector, { list: true, doc: 'Conditions that devices must meet, all of them.' })
  selectors?: DeviceSelector[];

  @Field(4, 'string', { alias: 'v1beta1.DeviceAllocationMode', doc: 'ExactCount or All.' })
  allocationMode?: string;

  @Field(5, 'int64', { doc: 'How many devices, for ExactCount.' })
  count?: number;

  @Field(6, 'bool', { pointer: true, doc: 'Whether devices may be in use by others, for administrators.' })
  adminAccess?: boolean;
}

/** Shape of v1beta1.DeviceConstraint. */
@ApiType({
  name: 'k8s.io.api.resource.v1beta1.DeviceConstraint',
  doc: 'What devices of several requests must have in common.',
})
export class DeviceConstraint {
  @Field(1, 'string', { list: true, doc: 'Requests it is about; all when empty.' })
  requests?: string[];

  @Field(2, 'string', {
    pointer: true,
    alias: 'v1beta1.FullyQualifiedName',
    doc: 'The property that must be the same in all of them.',
  })
  matchAttribute?: string;
}

/** Shape of v1beta1.OpaqueDeviceConfiguration. */
@ApiType({
  name: 'k8s.io.api.resource.v1beta1.OpaqueDeviceConfiguration',
  doc: 'Settings that only a driver understands.',
})
export class OpaqueDeviceConfiguration {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the driver.' })
  driver: string;

  @Field(2, 'rawExtension', { always: true, required: true, doc: 'The settings, as the driver defines them.' })
  parameters: Record<string, unknown>;
}

/** Shape of v1beta1.DeviceConfiguration. */
@ApiType({
  name: 'k8s.io.api.resource.v1beta1.DeviceConfiguration',
  doc: 'Settings for a device; exactly one member is set.',
})
export class DeviceConfiguration {
  @Field(1, OpaqueDeviceConfiguration, { pointer: true, doc: 'Settings that only the driver understands.' })
  opaque?: OpaqueDeviceConfiguration;
}

/** Shape of v1beta1.DeviceClaimConfiguration. */
@ApiType({
  name: 'k8s.io.api.resource.v1beta1.DeviceClaimConfiguration',
  doc: 'Settings for devices that are asked for.',
  embed: 2,
})
export class DeviceClaimConfiguration extends DeviceConfiguration {
  @Field(1, 'string', { list: true, doc: 'Requests the settings are for; all when empty.' })
  requests?: string[];
}

/** Shape of v1beta1.DeviceClaim. */
@ApiType({ name: 'k8s.io.api.resource.v1beta1.DeviceClaim', doc: 'Which devices are asked for.' })
export class DeviceClaim {
  @Field(1, DeviceRequest, {
    list: true,
    always: true,
    doc: 'Requests for devices, each of which the allocation must satisfy.',
  })
  requests?: DeviceRequest[];

  @Field(2, DeviceConstraint, { list: true, doc: 'What the devices must have in common.' })
  constraints?: DeviceConstraint[];

  @Field(3, DeviceClaimConfiguration, { list: true, doc: 'Settings that go with them.' })
  config?: DeviceClaimConfiguration[];
}
