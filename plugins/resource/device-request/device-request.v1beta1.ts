import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { V1BETA1 } from '../types-in-versions.js';
import { defaultDeviceRequest, defaultMainRequest } from './device-request.defaults.js';
import {
  CapacityRequirements,
  DeviceRequest,
  DeviceSelector,
  DeviceSubRequest,
  DeviceToleration,
} from './device-request.v1.js';

const V1beta1Selector = V1BETA1.of(DeviceSelector);
const V1beta1Toleration = V1BETA1.of(DeviceToleration);
const V1beta1Requirements = V1BETA1.of(CapacityRequirements);

/** Shape of v1beta1.DeviceSubRequest. */
@ApiType({
  name: 'k8s.io.api.resource.v1beta1.DeviceSubRequest',
  doc: 'One of several ways to satisfy a request.',
  defaults: defaultDeviceRequest,
})
class DeviceSubRequestV1beta1 {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the alternative, unique in its request.' })
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'The class the devices are of.' })
  deviceClassName: string;

  @Field(3, V1beta1Selector, { list: true, listType: 'atomic', doc: 'Conditions that devices must meet, all of them.' })
  selectors?: DeviceSelector[];

  @Field(4, 'string', {
    alias: 'v1beta1.DeviceAllocationMode',
    variants: [{ since: '1.35', enum: ['All', 'ExactCount'] }],
    doc: 'ExactCount or All.',
  })
  allocationMode?: string;

  @Field(5, 'int64', { doc: 'How many devices, for ExactCount.' })
  count?: number;

  @Field(7, V1beta1Toleration, { list: true, listType: 'atomic', doc: 'Taints of devices that are no obstacle.' })
  tolerations?: DeviceToleration[];

  @Field(8, V1beta1Requirements, { since: '1.34', pointer: true, doc: 'Capacity that each device must have left.' })
  capacity?: CapacityRequirements;
}

/** Shape of v1beta1.DeviceRequest. */
@ApiType({
  name: 'k8s.io.api.resource.v1beta1.DeviceRequest',
  doc: 'One request for devices.',
  defaults: defaultMainRequest,
})
export class DeviceRequestV1beta1 {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the request.' })
  name: string;

  @Field(2, 'string', {
    variants: [{ since: '1.33', required: undefined }],
    always: true,
    required: true,
    doc: 'The class the devices are of.',
  })
  deviceClassName: string;

  @Field(3, V1beta1Selector, { list: true, listType: 'atomic', doc: 'Conditions that devices must meet, all of them.' })
  selectors?: DeviceSelector[];

  @Field(4, 'string', {
    alias: 'v1beta1.DeviceAllocationMode',
    variants: [{ since: '1.35', enum: ['All', 'ExactCount'] }],
    doc: 'ExactCount or All.',
  })
  allocationMode?: string;

  @Field(5, 'int64', { doc: 'How many devices, for ExactCount.' })
  count?: number;

  @Field(6, 'bool', { pointer: true, doc: 'Whether devices may be in use by others, for administrators.' })
  adminAccess?: boolean;

  @Field(7, DeviceSubRequestV1beta1, {
    since: '1.33',
    list: true,
    doc: 'Alternatives, of which the first that can be satisfied counts.',
  })
  firstAvailable?: DeviceSubRequest[];

  @Field(8, V1beta1Toleration, { since: '1.33', list: true, doc: 'Taints of devices that are no obstacle.' })
  tolerations?: DeviceToleration[];

  @Field(9, V1beta1Requirements, { since: '1.34', pointer: true, doc: 'Capacity that each device must have left.' })
  capacity?: CapacityRequirements;
}

/** The types of v1beta1, with these requests in the place of those of v1. */
export const V1BETA1_CLAIMS = V1BETA1.replace(DeviceRequest, DeviceRequestV1beta1).replace(
  DeviceSubRequest,
  DeviceSubRequestV1beta1,
);
