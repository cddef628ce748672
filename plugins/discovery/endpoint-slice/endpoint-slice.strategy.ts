import type { Strategy } from '../../../src/plugin-api/index.js';
import { isSameValue, newAddressWarnings } from '../../core/index.js';
import type { EndpointSlice } from './endpoint-slice.v1.js';
import { validateEndpointSlice, validateEndpointSliceUpdate } from './endpoint-slice.validation.js';

/** The version that describes the location of endpoints by labels. */
const WITH_TOPOLOGY = 'discovery.k8s.io/v1beta1';

/** The rules of endpoint slices. */
export const endpointSliceStrategy: Strategy<EndpointSlice> = {
  repeatedMetadataCheck: 'object',
  prepareForCreate(slice, { apiVersion, isEnabled }) {
    if (!isEnabled(NODE_HINTS)) dropNodeHints(slice);
    if (apiVersion !== WITH_TOPOLOGY) dropTopology(slice);
  },
  prepareForUpdate(slice, old, { apiVersion, isEnabled }) {
    if (!isEnabled(NODE_HINTS) && !hasNodeHints(old)) dropNodeHints(slice);
    const isKept = apiVersion === WITH_TOPOLOGY || isSameValue(slice.endpoints, old.endpoints);
    if (!isKept) dropTopology(slice);
  },
  validate: validateEndpointSlice,
  validateUpdate: validateEndpointSliceUpdate,
  warningsOnCreate: sliceWarnings,
  warningsOnUpdate: (slice) => (slice.addressType === 'FQDN' ? [] : sliceWarnings(slice)),
};

function sliceWarnings({ addressType, endpoints }: EndpointSlice): string[] {
  // The reference names a place that no slice has.
  if (addressType === 'FQDN') return ['spec.addressType: FQDN endpoints are deprecated'];
  return (endpoints ?? []).flatMap(({ addresses }, i) =>
    (addresses ?? []).flatMap((address, k) => newAddressWarnings(`endpoints[${i}].addresses[${k}]`, address)),
  );
}

const NODE_HINTS = 'PreferSameTrafficDistribution';

function hasNodeHints({ endpoints }: EndpointSlice): boolean {
  return (endpoints ?? []).some(({ hints }) => hints?.forNodes !== undefined);
}

function dropNodeHints({ endpoints }: EndpointSlice): void {
  for (const { hints } of endpoints ?? []) delete hints?.forNodes;
}

function dropTopology({ endpoints }: EndpointSlice): void {
  for (const endpoint of endpoints ?? []) delete endpoint.deprecatedTopology;
}
