import { ApiType, Condition, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { DeviceSelector } from '../device-request/device-request.v1.js';
import { DeviceTaint } from '../resource-slice/resource-slice.v1.js';

// No release has the kind in v1: the types of its versions are made from these.

/** Shape of v1.DeviceTaintSelector. */
@ApiType({ name: 'k8s.io.api.resource.v1.DeviceTaintSelector', doc: 'Which devices get a taint.' })
export class DeviceTaintSelector {
  @Field(1, 'string', { until: '1.34', pointer: true, doc: 'The class that chooses the devices.' })
  deviceClassName?: string;

  @Field(2, 'string', { pointer: true, doc: 'Driver of the devices.' })
  driver?: string;

  @Field(3, 'string', { pointer: true, doc: 'Pool of the devices.' })
  pool?: string;

  @Field(4, 'string', { pointer: true, doc: 'Name of the device in its pool.' })
  device?: string;

  @Field(5, DeviceSelector, { until: '1.34', list: true, doc: 'Conditions that devices must meet, all of them.' })
  selectors?: DeviceSelector[];
}

/** Shape of v1.DeviceTaintRuleSpec. */
@ApiType({ name: 'k8s.io.api.resource.v1.DeviceTaintRuleSpec', doc: 'A taint, and the devices that get it.' })
export class DeviceTaintRuleSpec {
  @Field(1, DeviceTaintSelector, { pointer: true, doc: 'The devices that get the taint; all when unset.' })
  deviceSelector?: DeviceTaintSelector;

  @Field(2, DeviceTaint, { required: true, doc: 'Taint that the devices get.' })
  taint?: DeviceTaint;
}

/** Shape of v1.DeviceTaintRuleStatus. */
@ApiType({ name: 'k8s.io.api.resource.v1.DeviceTaintRuleStatus', doc: 'What came of a rule.' })
export class DeviceTaintRuleStatus {
  @Field(1, Condition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    doc: 'The states that are known.',
  })
  conditions?: Condition[];
}

/** Shape of v1.DeviceTaintRule. */
@ApiType({ name: 'k8s.io.api.resource.v1.DeviceTaintRule', doc: 'Adds a taint to devices.' })
export class DeviceTaintRule {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, DeviceTaintRuleSpec, { always: true, required: true, doc: 'What is wanted.' })
  spec: DeviceTaintRuleSpec;

  @Field(3, DeviceTaintRuleStatus, { since: '1.35', doc: 'What is found; written by the system.' })
  status?: DeviceTaintRuleStatus;
}
