import type { Strategy } from '../../../src/plugin-api/index.js';
import { isSameValue } from '../../core/index.js';
import type { EndpointSlice } from './endpoint-slice.v1.js';
import { validateEndpointSlice, validateEndpointSliceUpdate } from './endpoint-slice.validation.js';

/** The version that describes the location of endpoints by labels. */
const WITH_TOPOLOGY = 'discovery.k8s.io/v1beta1';

/** The rules of endpoint slices. */
export const endpointSliceStrategy: Strategy<EndpointSlice> = {
  repeatedMetadataCheck: 'object',
  prepareForCreate(slice, { apiVersion }) {
    if (apiVersion !== WITH_TOPOLOGY) dropTopology(slice);
  },
  prepareForUpdate(slice, old, { apiVersion }) {
    const isKept = apiVersion === WITH_TOPOLOGY || isSameValue(slice.endpoints, old.endpoints);
    if (!isKept) dropTopology(slice);
  },
  validate: validateEndpointSlice,
  validateUpdate: validateEndpointSliceUpdate,
  // The reference names a place that no slice has.
  warningsOnCreate: ({ addressType }) =>
    addressType === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : [],
};

function dropTopology({ endpoints }: EndpointSlice): void {
  for (const endpoint of endpoints ?? []) delete endpoint.deprecatedTopology;
}
