import { type Column, ageColumn, defineKind, nameColumn } from '../../../src/plugin-api/index.js';
import { OLD_VERSION, VERSION } from '../versions.js';
import { sliceFromV1alpha3 } from './resource-slice.conversion.js';
import { ResourceSliceV1alpha3 } from './resource-slice.v1alpha3.js';
import { ResourceSlice } from './resource-slice.v1beta1.js';
import { validateSlice } from './resource-slice.validation.js';

/** ResourceSlice: devices of one pool that a driver offers. */
export const resourceSliceKind = defineKind<ResourceSlice>({
  kind: 'ResourceSlice',
  plural: 'resourceslices',
  namespaced: false,
  versions: [
    { ...VERSION, type: ResourceSlice },
    {
      ...OLD_VERSION,
      type: ResourceSliceV1alpha3,
      conversion: sliceFromV1alpha3,
      replacement: 'resource.k8s.io/v1beta1 ResourceSlice',
    },
  ],
  storageVersion: 'v1beta1',
  storagePrefix: 'resourceslices',
  strategy: {
    repeatedMetadataCheck: 'change',
    validate: (slice) => validateSlice(slice),
    validateUpdate: validateSlice,
  },
  selectableFields: { 'spec.driver': ({ spec }) => spec.driver, 'spec.nodeName': ({ spec }) => spec.nodeName ?? '' },
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  columns: [
    nameColumn(),
    textColumn('Node', 'The node that has the devices.', ({ spec }) => spec.nodeName ?? ''),
    textColumn('Driver', 'The driver that offers them.', ({ spec }) => spec.driver),
    textColumn('Pool', 'The pool they belong to.', ({ spec }) => spec.pool.name),
    ageColumn(),
  ],
});

function textColumn(name: string, description: string, cell: (slice: ResourceSlice) => string): Column<ResourceSlice> {
  return { name, type: 'string', description, cell };
}
