import { defineKind } from '../../../src/plugin-api/index.js';
import { isSameValue } from '../../core/index.js';
import { endpointSliceColumns } from './endpoint-slice.columns.js';
import { endpointSliceStrategy } from './endpoint-slice.strategy.js';
import { EndpointSlice } from './endpoint-slice.v1.js';
import { FORMER_ENDPOINT_SLICE_VERSIONS } from './endpoint-slice.former-versions.js';

/** EndpointSlice: a part of the addresses behind a service. */
export const endpointSliceKind = defineKind<EndpointSlice>({
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  namespaced: true,
  versions: [{ name: 'v1', type: EndpointSlice, introduced: '1.21' }, ...FORMER_ENDPOINT_SLICE_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'endpointslices',
  strategy: endpointSliceStrategy,
  generation: countsAsChange,
  columns: endpointSliceColumns,
  allowUnconditionalUpdate: true,
});

/** Labels identify the owner of the slice, so they count too. */
function countsAsChange(slice: EndpointSlice, old: EndpointSlice): boolean {
  const isSame =
    isSameValue({ ...slice, metadata: undefined }, { ...old, metadata: undefined }) &&
    isSameValue(slice.metadata.labels, old.metadata.labels);
  return !isSame;
}
