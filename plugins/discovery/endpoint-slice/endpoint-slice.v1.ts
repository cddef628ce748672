import {
  ApiType,
  Field,
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  ObjectMeta,
} from '../../../src/plugin-api/index.js';
import { isLabelValue, Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { defaultSlicePort } from './endpoint-slice.defaults.js';
import { ObjectReference } from '../../core/index.js';

/** Shape of v1.EndpointConditions. */
@ApiType({ name: 'k8s.io.api.discovery.v1.EndpointConditions', doc: 'What state an endpoint is in.' })
export class EndpointConditions {
  @Field(1, 'bool', { pointer: true, doc: 'Takes traffic; unset means that it is not known, which counts as yes.' })
  ready?: boolean;

  @Field(2, 'bool', {
    since: '1.20',
    pointer: true,
    doc: 'Would take traffic were it not about to end; as ready when unset.',
  })
  serving?: boolean;

  @Field(3, 'bool', { since: '1.20', pointer: true, doc: 'Is about to end.' })
  terminating?: boolean;
}

/** Shape of v1.ForZone. */
@ApiType({ name: 'k8s.io.api.discovery.v1.ForZone', doc: 'A zone an endpoint is for.' })
export class ForZone {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the zone.' })
  @Format(isLabelValue, { ofEmpty: true })
  name: string;
}

/** Shape of v1.ForNode. */
@ApiType({ name: 'k8s.io.api.discovery.v1.ForNode', doc: 'A node whose traffic should go to an endpoint.' })
export class ForNode {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the node.' })
  name: string;
}

/** Shape of v1.EndpointHints. */
@ApiType({ name: 'k8s.io.api.discovery.v1.EndpointHints', doc: 'Who should use an endpoint.' })
export class EndpointHints {
  @Field(1, ForZone, { list: true, listType: 'atomic', doc: 'Zones whose traffic it should get, eight at most.' })
  forZones?: ForZone[];

  @Field(2, ForNode, { since: '1.33', list: true, listType: 'atomic', doc: 'Nodes whose traffic should go here.' })
  forNodes?: ForNode[];
}

/** Shape of v1.Endpoint. */
@ApiType({ name: 'k8s.io.api.discovery.v1.Endpoint', doc: 'Addresses of one thing behind a service.' })
export class Endpoint {
  @Field(1, 'string', {
    list: true,
    always: true,
    required: true,
    listType: 'set',
    doc: 'Addresses, all of the same thing: 1 to 100 of the type the slice has.',
  })
  addresses?: string[];

  @Field(2, EndpointConditions, { doc: 'What state the endpoint is in.' })
  conditions?: EndpointConditions;

  @Field(3, 'string', { pointer: true, doc: 'Host name of the endpoint in DNS, one label long.' })
  @Format(isDns1123Label, { ofEmpty: true })
  hostname?: string;

  @Field(4, ObjectReference, { pointer: true, doc: 'Object behind the endpoint, usually a pod.' })
  targetRef?: ObjectReference;

  @Field(5, 'string', { map: true, doc: 'Topology of the endpoint in earlier versions; read-only.' })
  deprecatedTopology?: Record<string, string>;

  @Field(6, 'string', { pointer: true, doc: 'Node the endpoint runs on.' })
  @Format(isDns1123Subdomain, { ofEmpty: true })
  nodeName?: string;

  @Field(7, 'string', { pointer: true, doc: 'Zone the endpoint is in.' })
  zone?: string;

  @Field(8, EndpointHints, { since: '1.21', pointer: true, doc: 'Who should use the endpoint.' })
  hints?: EndpointHints;
}

/** Shape of v1.EndpointPort. */
@ApiType({
  name: 'k8s.io.api.discovery.v1.EndpointPort',
  doc: 'A port that all endpoints of a slice serve.',
  defaults: defaultSlicePort,
  mapType: 'atomic',
})
export class EndpointPort {
  @Field(1, 'string', { pointer: true, doc: 'Name of the port, unique in the slice; may be empty.' })
  @Format(isDns1123Label)
  name?: string;

  @Field(2, 'string', {
    pointer: true,
    enum: ['SCTP', 'TCP', 'UDP'],
    alias: 'v1.Protocol',
    doc: 'Transport protocol: TCP, UDP or SCTP; TCP when unset.',
  })
  @Required()
  @OneOf('SCTP', 'TCP', 'UDP')
  protocol?: string;

  @Field(3, 'int32', { pointer: true, doc: 'Number of the port; interpreted by consumers of the slice when unset.' })
  port?: number;

  @Field(4, 'string', {
    since: '1.17',
    pointer: true,
    doc: 'Application protocol spoken on the port, such as kubernetes.io/h2c.',
  })
  @Format(isQualifiedName, { ofEmpty: true })
  appProtocol?: string;
}

/** Shape of v1.EndpointSlice. */
@ApiType({ name: 'k8s.io.api.discovery.v1.EndpointSlice', doc: 'A part of the addresses behind a service.' })
export class EndpointSlice {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, Endpoint, {
    variants: [{ since: '1.36', required: undefined }],
    list: true,
    always: true,
    required: true,
    listType: 'atomic',
    doc: 'The endpoints, 1000 at most.',
  })
  endpoints?: Endpoint[];

  @Field(3, EndpointPort, { list: true, always: true, listType: 'atomic', doc: 'Ports that all of them serve.' })
  ports?: EndpointPort[];

  @Field(4, 'string', {
    always: true,
    required: true,
    enum: ['FQDN', 'IPv4', 'IPv6'],
    alias: 'v1.AddressType',
    doc: 'What the addresses are: IPv4, IPv6 or FQDN; cannot change.',
  })
  @Required()
  @OneOf('FQDN', 'IPv4', 'IPv6')
  addressType: string;
}
