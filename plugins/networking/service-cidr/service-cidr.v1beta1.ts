import { ApiType, Condition, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1beta1.ServiceCIDRSpec. */
@ApiType({ name: 'k8s.io.api.networking.v1beta1.ServiceCIDRSpec', doc: 'Ranges of addresses.' })
export class ServiceCIDRSpec {
  @Field(1, 'string', { list: true, listType: 'atomic', doc: 'One range of each family at most; cannot change.' })
  cidrs?: string[];
}

/** Shape of v1beta1.ServiceCIDRStatus. */
@ApiType({ name: 'k8s.io.api.networking.v1beta1.ServiceCIDRStatus', doc: 'What is known of the ranges.' })
export class ServiceCIDRStatus {
  @Field(1, Condition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    doc: 'States the ranges are in, such as Ready.',
  })
  conditions?: Condition[];
}

/** Shape of v1beta1.ServiceCIDR. */
@ApiType({ name: 'k8s.io.api.networking.v1beta1.ServiceCIDR', doc: 'Ranges that services get their addresses from.' })
export class ServiceCIDR {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ServiceCIDRSpec, { doc: 'IP ranges from which Services get their addresses.' })
  spec?: ServiceCIDRSpec;

  @Field(3, ServiceCIDRStatus, { doc: 'What is known.' })
  status?: ServiceCIDRStatus;
}
