import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { defaultDeviceRequest } from './device-request.defaults.js';
import {
  CELDeviceSelector,
  DeviceClaim,
  DeviceConfiguration,
  DeviceConstraint,
  DeviceRequest,
  DeviceSelector,
  OpaqueDeviceConfiguration,
} from './device-request.v1beta1.js';

/** Shape of v1alpha3.CELDeviceSelector. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.CELDeviceSelector',
  doc: 'An expression that chooses devices.',
  inherits: true,
})
export class CELDeviceSelectorV1alpha3 extends CELDeviceSelector {}

/** Shape of v1alpha3.DeviceSelector. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.DeviceSelector',
  doc: 'Chooses devices; exactly one member is set.',
  inherits: true,
})
export class DeviceSelectorV1alpha3 extends DeviceSelector {
  @Field(1, CELDeviceSelectorV1alpha3, { pointer: true, doc: 'An expression.' })
  override cel?: CELDeviceSelectorV1alpha3;
}

/** Shape of v1alpha3.DeviceRequest. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.DeviceRequest',
  doc: 'One request for devices.',
  defaults: defaultDeviceRequest,
  inherits: true,
})
export class DeviceRequestV1alpha3 extends DeviceRequest {
  @Field(3, DeviceSelectorV1alpha3, { list: true, doc: 'Conditions that devices must meet, all of them.' })
  override selectors?: DeviceSelectorV1alpha3[];
}

/** Shape of v1alpha3.DeviceConstraint. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.DeviceConstraint',
  doc: 'What devices of several requests must have in common.',
  inherits: true,
})
export class DeviceConstraintV1alpha3 extends DeviceConstraint {}

/** Shape of v1alpha3.OpaqueDeviceConfiguration. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.OpaqueDeviceConfiguration',
  doc: 'Settings that only a driver understands.',
  inherits: true,
})
export class OpaqueDeviceConfigurationV1alpha3 extends OpaqueDeviceConfiguration {}

/** Shape of v1alpha3.DeviceConfiguration. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.DeviceConfiguration',
  doc: 'Settings for a device; exactly one member is set.',
  inherits: true,
})
export class DeviceConfigurationV1alpha3 extends DeviceConfiguration {
  @Field(1, OpaqueDeviceConfigurationV1alpha3, { pointer: true, doc: 'Settings that only the driver understands.' })
  override opaque?: OpaqueDeviceConfigurationV1alpha3;
}

/** Shape of v1alpha3.DeviceClaimConfiguration. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.DeviceClaimConfiguration',
  doc: 'Settings for devices that are asked for.',
  embed: 2,
})
export class DeviceClaimConfigurationV1alpha3 extends DeviceConfigurationV1alpha3 {
  @Field(1, 'string', { list: true, doc: 'Requests the settings are for; all when empty.' })
  requests?: string[];
}

/** Shape of v1alpha3.DeviceClaim. */
@ApiType({ name: 'k8s.io.api.resource.v1alpha3.DeviceClaim', doc: 'Which devices are asked for.', inherits: true })
export class DeviceClaimV1alpha3 extends DeviceClaim {
  @Field(1, DeviceRequestV1alpha3, {
    list: true,
    always: true,
    doc: 'Requests for devices, each of which the allocation must satisfy.',
  })
  override requests?: DeviceRequestV1alpha3[];

  @Field(2, DeviceConstraintV1alpha3, { list: true, doc: 'What the devices must have in common.' })
  override constraints?: DeviceConstraintV1alpha3[];

  @Field(3, DeviceClaimConfigurationV1alpha3, { list: true, doc: 'Settings that go with them.' })
  override config?: DeviceClaimConfigurationV1alpha3[];
}
