import type { Strategy } from '../../../src/plugin-api/index.js';
import { isSameValue } from '../../core/index.js';
import type { EndpointSlice } from './endpoint-slice.v1.js';
import { validateEndpointSlice, validateEndpointSliceUpdate } from './endpoint-slice.validation.js';

/** The rules of endpoint slices. */
export const endpointSliceStrategy: Strategy<EndpointSlice> = {
  prepareForCreate: dropTopology,
  prepareForUpdate(slice, old) {
    if (!isSameValue(slice.endpoints, old.endpoints)) dropTopology(slice);
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
