import type { KindVersion } from '../../../src/plugin-api/index.js';
import { EndpointSliceV1beta1 } from './endpoint-slice.v1beta1.js';
import { topologyConversion } from './topology.conversion.js';

/** The versions of the kind before v1. */
export const FORMER_ENDPOINT_SLICE_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: EndpointSliceV1beta1,
    conversion: topologyConversion,
    introduced: '1.17',
    deprecated: '1.21',
    removed: '1.25',
    replacement: 'discovery.k8s.io/v1 EndpointSlice',
  },
];
