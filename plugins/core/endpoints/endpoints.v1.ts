import {
  ApiType,
  Field,
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  ObjectMeta,
} from '../../../src/plugin-api/index.js';
import { isPortNumber, isValidIp, Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { ObjectReference } from '../reference/reference.v1.js';
import { defaultEndpointPort } from './endpoints.defaults.js';

/** Shape of v1.EndpointAddress. */
@ApiType({ name: 'k8s.io.api.core.v1.EndpointAddress', doc: 'One address behind a service.', mapType: 'atomic' })
export class EndpointAddress {
  @Field(1, 'string', { always: true, required: true, doc: 'IP address; loopback and link-local ones are refused.' })
  @Format(isValidIp, { ofEmpty: true })
  ip: string;

  @Field(2, ObjectReference, { pointer: true, doc: 'Object behind the address, usually a pod.' })
  targetRef?: ObjectReference;

  @Field(3, 'string', { doc: 'Host name of the endpoint in DNS, one label long.' })
  @Format(isDns1123Label)
  hostname?: string;

  @Field(4, 'string', { pointer: true, doc: 'Node on which the endpoint runs.' })
  @Format(isDns1123Subdomain, { ofEmpty: true })
  nodeName?: string;
}

/** Shape of v1.EndpointPort. */
@ApiType({
  name: 'k8s.io.api.core.v1.EndpointPort',
  doc: 'One port that the addresses of a subset serve.',
  mapType: 'atomic',
  defaults: defaultEndpointPort,
})
export class EndpointPort {
  @Field(1, 'string', { doc: 'Name of the matching service port; needed when there are several ports.' })
  @Format(isDns1123Label)
  name?: string;

  @Field(2, 'int32', { always: true, required: true, doc: 'Port number, from 1 to 65535.' })
  @Format(isPortNumber, { ofEmpty: true })
  port: number;

  @Field(3, 'string', {
    enum: ['SCTP', 'TCP', 'UDP'],
    alias: 'v1.Protocol',
    doc: 'Transport protocol: TCP, UDP or SCTP; TCP when unset.',
  })
  @Required()
  @OneOf('SCTP', 'TCP', 'UDP')
  protocol?: string;

  @Field(4, 'string', {
    since: '1.18',
    pointer: true,
    doc: 'Application protocol spoken on the port, such as kubernetes.io/h2c.',
  })
  @Format(isQualifiedName, { ofEmpty: true })
  appProtocol?: string;
}

/** Shape of v1.EndpointSubset. */
@ApiType({ name: 'k8s.io.api.core.v1.EndpointSubset', doc: 'Addresses that all serve the same ports.' })
export class EndpointSubset {
  @Field(1, EndpointAddress, { list: true, doc: 'Addresses that are ready for traffic.' })
  addresses?: EndpointAddress[];

  @Field(2, EndpointAddress, {
    list: true,
    doc: 'Addresses that should get no traffic, for instance while they start.',
  })
  notReadyAddresses?: EndpointAddress[];

  @Field(3, EndpointPort, { list: true, doc: 'Ports open on every address of the subset.' })
  ports?: EndpointPort[];
}

/** Shape of v1.Endpoints. */
@ApiType({ name: 'k8s.io.api.core.v1.Endpoints', doc: 'Addresses and ports that a service of the same name leads to.' })
export class Endpoints {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, EndpointSubset, {
    list: true,
    doc: 'Groups of addresses that share ports; all of them together are the endpoints.',
  })
  subsets?: EndpointSubset[];
}
