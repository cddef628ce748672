import { ApiType, Field, ObjectMeta } from '../../schema/index.js';

/** Shape of v1.EndpointAddress, as far as the endpoint of a server has it. */
@ApiType({ name: 'k8s.io.api.core.v1.EndpointAddress', doc: 'The address of a server.' })
export class ServerEndpointAddress {
  @Field(1, 'string', { always: true, doc: 'The IP address.' })
  ip: string;

  @Field(3, 'string', { always: true, doc: 'Unused.' })
  hostname: string;
}

/** Shape of v1.EndpointSubset, as far as the endpoint of a server has it. */
@ApiType({ name: 'k8s.io.api.core.v1.EndpointSubset', doc: 'The addresses of a server.' })
export class ServerEndpointSubset {
  @Field(1, ServerEndpointAddress, { list: true, doc: 'One address.' })
  addresses?: ServerEndpointAddress[];
}

/** Shape of v1.Endpoints, as the reference stores the endpoint of each server; not served. */
@ApiType({ name: 'k8s.io.api.core.v1.Endpoints', doc: 'The endpoint of a server that shares the store.' })
export class ServerEndpoint {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Standard metadata.' })
  metadata: ObjectMeta;

  @Field(2, ServerEndpointSubset, { list: true, doc: 'One subset.' })
  subsets?: ServerEndpointSubset[];
}
