import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { ObjectReference } from '../reference/reference.v1.js';
import { defaultEndpointPort } from './endpoints.defaults.js';

/** Shape of v1.EndpointAddress. */
@ApiType({ name: 'k8s.io.api.core.v1.EndpointAddress', mapType: 'atomic' })
export class EndpointAddress {
  @Field(1, 'string', { always: true, required: true })
  ip: string;

  @Field(2, ObjectReference, { pointer: true })
  targetRef?: ObjectReference;

  @Field(3, 'string')
  hostname?: string;

  @Field(4, 'string', { pointer: true })
  nodeName?: string;
}

/** Shape of v1.EndpointPort. */
@ApiType({ name: 'k8s.io.api.core.v1.EndpointPort', mapType: 'atomic', defaults: defaultEndpointPort })
export class EndpointPort {
  @Field(1, 'string')
  name?: string;

  @Field(2, 'int32', { always: true, required: true })
  port: number;

  @Field(3, 'string', { enum: ['SCTP', 'TCP', 'UDP'], alias: 'v1.Protocol' })
  protocol?: string;

  @Field(4, 'string', { pointer: true })
  appProtocol?: string;
}

/** Shape of v1.EndpointSubset. */
@ApiType({ name: 'k8s.io.api.core.v1.EndpointSubset' })
export class EndpointSubset {
  @Field(1, EndpointAddress, { list: true })
  addresses?: EndpointAddress[];

  @Field(2, EndpointAddress, { list: true })
  notReadyAddresses?: EndpointAddress[];

  @Field(3, EndpointPort, { list: true })
  ports?: EndpointPort[];
}

/** Shape of v1.Endpoints. */
@ApiType({ name: 'k8s.io.api.core.v1.Endpoints' })
export class Endpoints {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, EndpointSubset, { list: true })
  subsets?: EndpointSubset[];
}
