import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { ObjectReference } from '../../core/index.js';
import { EndpointConditions, EndpointHints, EndpointSlice } from './endpoint-slice.v1.js';

/** Shape of v1beta1.Endpoint. */
@ApiType({ name: 'k8s.io.api.discovery.v1beta1.Endpoint', doc: 'Addresses of one thing behind a service.' })
export class EndpointV1beta1 {
  @Field(1, 'string', {
    list: true,
    always: true,
    required: true,
    listType: 'set',
    doc: 'Addresses of the same thing.',
  })
  addresses?: string[];

  @Field(2, EndpointConditions, { doc: 'What state the endpoint is in.' })
  conditions?: EndpointConditions;

  @Field(3, 'string', { pointer: true, doc: 'Host name of the endpoint in DNS, one label long.' })
  hostname?: string;

  @Field(4, ObjectReference, { pointer: true, doc: 'Object behind the endpoint, usually a pod.' })
  targetRef?: ObjectReference;

  @Field(5, 'string', { map: true, doc: 'Where the endpoint is: node, zone and region by their labels.' })
  topology?: Record<string, string>;

  @Field(6, 'string', { since: '1.20', pointer: true, doc: 'Node the endpoint runs on.' })
  nodeName?: string;

  @Field(7, EndpointHints, { since: '1.21', pointer: true, doc: 'Who should use the endpoint.' })
  hints?: EndpointHints;
}

/** EndpointSlice as discovery.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.discovery.v1beta1.EndpointSlice', inherits: true })
export class EndpointSliceV1beta1 extends EndpointSlice {
  @Field(2, EndpointV1beta1, {
    list: true,
    always: true,
    required: true,
    listType: 'atomic',
    doc: 'The endpoints, 1000 at most.',
  })
  override endpoints?: EndpointV1beta1[];
}
