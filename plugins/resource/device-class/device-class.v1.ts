import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { NodeSelector } from '../../core/index.js';
import { DeviceConfiguration, DeviceSelector } from '../device-request/device-request.v1.js';

/** Shape of v1.DeviceClassConfiguration. */
@ApiType({
  name: 'k8s.io.api.resource.v1.DeviceClassConfiguration',
  doc: 'Settings that go with every device of a class.',
  embed: 1,
})
export class DeviceClassConfiguration extends DeviceConfiguration {}

/** Shape of v1.DeviceClassSpec. */
@ApiType({
  name: 'k8s.io.api.resource.v1.DeviceClassSpec',
  doc: 'Which devices belong to a class and how they are set up.',
})
export class DeviceClassSpec {
  @Field(1, DeviceSelector, { list: true, listType: 'atomic', doc: 'Conditions that devices must meet, all of them.' })
  selectors?: DeviceSelector[];

  @Field(2, DeviceClassConfiguration, { list: true, listType: 'atomic', doc: 'Settings that go with them.' })
  config?: DeviceClassConfiguration[];

  @Field(3, NodeSelector, { until: '1.31', pointer: true, doc: 'Nodes that may have such devices.' })
  suitableNodes?: NodeSelector;

  @Field(4, 'string', {
    since: '1.34',
    pointer: true,
    doc: 'Extended resource whose requests such devices satisfy.',
  })
  extendedResourceName?: string;
}

/** Shape of v1.DeviceClass. */
@ApiType({
  name: 'k8s.io.api.resource.v1.DeviceClass',
  doc: 'Devices of one sort, with settings that go with them.',
})
export class DeviceClass {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, DeviceClassSpec, { always: true, required: true, doc: 'What is wanted.' })
  spec: DeviceClassSpec;
}
