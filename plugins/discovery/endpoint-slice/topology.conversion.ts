import type { Conversion } from '../../../src/plugin-api/index.js';
import type { EndpointSliceV1beta1, EndpointV1beta1 } from './endpoint-slice.v1beta1.js';
import type { Endpoint, EndpointSlice } from './endpoint-slice.v1.js';

const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

/** Between v1 and v1beta1, which has zones and nodes as labels. */
export const topologyConversion: Conversion<EndpointSliceV1beta1, EndpointSlice> = {
  toHub: ({ endpoints, ...rest }) => ({ ...rest, endpoints: endpoints?.map(toEndpoint) }),
  fromHub: ({ endpoints, ...rest }) => ({ ...rest, endpoints: endpoints?.map(fromEndpoint) }),
};

function toEndpoint({ topology, ...endpoint }: EndpointV1beta1): Endpoint {
  if (!topology) return endpoint;
  const { [ZONE]: zone, ...labels } = topology;
  if (labels[HOSTNAME] === endpoint.nodeName) delete labels[HOSTNAME];
  const isEmpty = Object.keys(labels).length === 0;
  return { ...endpoint, zone, deprecatedTopology: isEmpty ? undefined : labels };
}

function fromEndpoint({ deprecatedTopology, zone, ...endpoint }: Endpoint): EndpointV1beta1 {
  const { nodeName } = endpoint;
  if (!deprecatedTopology && zone === undefined && nodeName === undefined) return endpoint;
  const topology = {
    ...(nodeName === undefined ? {} : { [HOSTNAME]: nodeName }),
    ...deprecatedTopology,
    ...(zone === undefined ? {} : { [ZONE]: zone }),
  };
  return { ...endpoint, topology };
}
