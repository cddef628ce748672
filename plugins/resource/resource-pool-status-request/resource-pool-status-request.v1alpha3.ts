import { ApiType, Condition, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1alpha3.PoolStatus. */
@ApiType({ name: 'k8s.io.api.resource.v1alpha3.PoolStatus', doc: 'How many devices of a pool are there and in use.' })
export class PoolStatus {
  @Field(1, 'string', { required: true, doc: 'Name of the driver.' })
  driver: string;

  @Field(2, 'string', { required: true, doc: 'Name of the pool.' })
  poolName: string;

  @Field(3, 'string', { pointer: true, doc: 'The node that has the pool.' })
  nodeName?: string;

  @Field(4, 'int32', { pointer: true, doc: 'Devices of the pool.' })
  totalDevices?: number;

  @Field(5, 'int32', { pointer: true, doc: 'Devices that claims have.' })
  allocatedDevices?: number;

  @Field(6, 'int32', { pointer: true, doc: 'Devices that can be allocated.' })
  availableDevices?: number;

  @Field(7, 'int32', { pointer: true, doc: 'Devices that cannot be allocated, such as those with taints.' })
  unavailableDevices?: number;

  @Field(8, 'int32', { pointer: true, doc: 'How many slices the pool has.' })
  resourceSliceCount?: number;

  @Field(9, 'int64', { always: true, required: true, doc: 'Generation of the pool that was counted.' })
  generation: number;

  @Field(10, 'string', { pointer: true, doc: 'Cause that the pool could not be counted.' })
  validationError?: string;
}

/** Shape of v1alpha3.ResourcePoolStatusRequestSpec. */
@ApiType({ name: 'k8s.io.api.resource.v1alpha3.ResourcePoolStatusRequestSpec', doc: 'Which pools are counted.' })
export class ResourcePoolStatusRequestSpec {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the driver.' })
  driver: string;

  @Field(2, 'string', { pointer: true, doc: 'Name of the pool; all of the driver when unset.' })
  poolName?: string;

  @Field(3, 'int32', { pointer: true, default: 100, doc: 'Most pools that are reported.' })
  limit?: number;
}

/** Shape of v1alpha3.ResourcePoolStatusRequestStatus. */
@ApiType({ name: 'k8s.io.api.resource.v1alpha3.ResourcePoolStatusRequestStatus', doc: 'The counted pools.' })
export class ResourcePoolStatusRequestStatus {
  @Field(2, PoolStatus, { list: true, listType: 'atomic', doc: 'The pools, up to the limit.' })
  pools?: PoolStatus[];

  @Field(3, Condition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    doc: 'The states that are known.',
  })
  conditions?: Condition[];

  @Field(6, 'int32', { pointer: true, required: true, doc: 'How many pools there are.' })
  poolCount?: number;
}

/** Shape of v1alpha3.ResourcePoolStatusRequest. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.ResourcePoolStatusRequest',
  doc: 'Asks once how many devices of a driver are in use.',
})
export class ResourcePoolStatusRequest {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { required: true, doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ResourcePoolStatusRequestSpec, { always: true, required: true, doc: 'What is asked.' })
  spec: ResourcePoolStatusRequestSpec;

  @Field(3, ResourcePoolStatusRequestStatus, { pointer: true, doc: 'What is found; written by the system.' })
  status?: ResourcePoolStatusRequestStatus;
}
