import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { NodeSelector } from '../../core/index.js';
import { DeviceConfigurationV1alpha3, DeviceSelectorV1alpha3 } from '../device-request/device-request.v1alpha3.js';
import { DeviceClass, DeviceClassSpec } from './device-class.v1beta1.js';

/** Shape of v1alpha3.DeviceClassConfiguration. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.DeviceClassConfiguration',
  doc: 'Settings that go with every device of a class.',
  embed: 1,
})
export class DeviceClassConfigurationV1alpha3 extends DeviceConfigurationV1alpha3 {}

/** Shape of v1alpha3.DeviceClassSpec. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.DeviceClassSpec',
  doc: 'Which devices belong to a class and how they are set up.',
  inherits: true,
})
export class DeviceClassSpecV1alpha3 extends DeviceClassSpec {
  @Field(1, DeviceSelectorV1alpha3, { list: true, doc: 'Conditions that devices must meet, all of them.' })
  override selectors?: DeviceSelectorV1alpha3[];

  @Field(2, DeviceClassConfigurationV1alpha3, { list: true, doc: 'Settings that go with them.' })
  override config?: DeviceClassConfigurationV1alpha3[];

  @Field(3, NodeSelector, { until: '1.31', pointer: true, doc: 'Nodes that may have such devices.' })
  suitableNodes?: NodeSelector;
}

/** Shape of v1alpha3.DeviceClass. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.DeviceClass',
  doc: 'Devices of one sort, with settings that go with them.',
  inherits: true,
})
export class DeviceClassV1alpha3 extends DeviceClass {
  @Field(2, DeviceClassSpecV1alpha3, { always: true, required: true, doc: 'What is wanted.' })
  override spec: DeviceClassSpecV1alpha3;
}
