import { defineKind, sameShape } from '../../../src/plugin-api/index.js';
import { TypesInVersion } from '../../../src/plugin-api/built-in.js';
import { volumeAttributesClassColumns } from './volume-attributes-class.columns.js';
import { volumeAttributesClassStrategy } from './volume-attributes-class.strategy.js';
import { VolumeAttributesClass } from './volume-attributes-class.v1beta1.js';

const V1_TYPES = new TypesInVersion('k8s.io.api.storage.v1beta1', 'v1');
const V1ALPHA1_TYPES = new TypesInVersion('k8s.io.api.storage.v1beta1', 'v1alpha1');
const REPLACEMENT = 'storage.k8s.io/v1 VolumeAttributesClass';

/** VolumeAttributesClass: names attributes that volumes can be given later. */
export const volumeAttributesClassKind = defineKind<VolumeAttributesClass>({
  kind: 'VolumeAttributesClass',
  plural: 'volumeattributesclasses',
  shortNames: ['vac'],
  namespaced: false,
  versions: [
    { name: 'v1', type: V1_TYPES.of(VolumeAttributesClass), conversion: sameShape, introduced: '1.34' },
    {
      name: 'v1beta1',
      type: VolumeAttributesClass,
      introduced: '1.31',
      deprecated: '1.34',
      removed: '1.37',
      replacement: REPLACEMENT,
      onByDefault: false,
    },
    {
      name: 'v1alpha1',
      type: V1ALPHA1_TYPES.of(VolumeAttributesClass),
      conversion: sameShape,
      introduced: '1.29',
      deprecated: '1.32',
      removed: '1.35',
      variants: [{ since: '1.34', replacement: REPLACEMENT }],
      onByDefault: false,
    },
  ],
  storageVersion: 'v1beta1',
  // A release stores what the one before it can read.
  quirks: { storedAs: [{ since: '1.35', version: 'v1' }] },
  storagePrefix: 'volumeattributesclasses',
  strategy: volumeAttributesClassStrategy,
  generation: 'none',
  columns: volumeAttributesClassColumns,
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
});
