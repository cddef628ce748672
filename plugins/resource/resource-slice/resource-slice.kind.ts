import { ageColumn, column, defineKind, nameColumn } from '../../../src/plugin-api/index.js';
import { V1BETA2 } from '../types-in-versions.js';
import { STORED_AS, V1ALPHA3_VERSION, V1BETA1_VERSION, V1BETA2_VERSION, VERSION } from '../versions.js';
import { sliceFromV1alpha3, sliceFromV1beta1, validateBasics } from './resource-slice.conversion.js';
import { ResourceSliceV1alpha3Type } from './resource-slice.v1alpha3.js';
import { ResourceSliceV1beta1Type } from './resource-slice.v1beta1.js';
import { ResourceSlice } from './resource-slice.v1.js';
import { resourceSliceStrategy } from './resource-slice.strategy.js';

const WITH_BASICS = [{ until: '1.32', validate: validateBasics }];

/** ResourceSlice: devices of one pool that a driver offers. */
export const resourceSliceKind = defineKind<ResourceSlice>({
  kind: 'ResourceSlice',
  plural: 'resourceslices',
  namespaced: false,
  versions: [
    { ...VERSION, type: ResourceSlice },
    { ...V1BETA2_VERSION, type: V1BETA2.of(ResourceSlice) },
    { ...V1BETA1_VERSION, type: ResourceSliceV1beta1Type, conversion: sliceFromV1beta1, variants: WITH_BASICS },
    { ...V1ALPHA3_VERSION, type: ResourceSliceV1alpha3Type, conversion: sliceFromV1alpha3, variants: WITH_BASICS },
  ],
  storageVersion: 'v1',
  quirks: { storedAs: STORED_AS },
  storagePrefix: 'resourceslices',
  strategy: resourceSliceStrategy,
  selectableFields: { 'spec.driver': ({ spec }) => spec.driver, 'spec.nodeName': ({ spec }) => spec.nodeName ?? '' },
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  columns: [
    nameColumn(),
    column('Node', ({ spec }) => spec.nodeName ?? '', { description: 'The node that has the devices.' }),
    column('Driver', ({ spec }) => spec.driver, { description: 'The driver that offers them.' }),
    column('Pool', ({ spec }) => spec.pool.name, { description: 'The pool they belong to.' }),
    ageColumn(),
  ],
});
