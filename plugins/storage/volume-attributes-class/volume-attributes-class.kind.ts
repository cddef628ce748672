import { defineKind, type Conversion } from '../../../src/plugin-api/index.js';
import { volumeAttributesClassColumns } from './volume-attributes-class.columns.js';
import { volumeAttributesClassStrategy } from './volume-attributes-class.strategy.js';
import { VolumeAttributesClass as AlphaClass } from './volume-attributes-class.v1alpha1.js';
import { VolumeAttributesClass } from './volume-attributes-class.v1beta1.js';

const sameMembers: Conversion<AlphaClass, VolumeAttributesClass> = {
  toHub: (object) => object,
  fromHub: (object) => object,
};

/** VolumeAttributesClass: names attributes that volumes can be given later. */
export const volumeAttributesClassKind = defineKind<VolumeAttributesClass>({
  kind: 'VolumeAttributesClass',
  plural: 'volumeattributesclasses',
  shortNames: ['vac'],
  namespaced: false,
  versions: [
    {
      name: 'v1beta1',
      type: VolumeAttributesClass,
      introduced: '1.31',
      deprecated: '1.34',
      removed: '1.37',
      onByDefault: false,
    },
    {
      name: 'v1alpha1',
      type: AlphaClass,
      conversion: sameMembers,
      introduced: '1.29',
      deprecated: '1.32',
      removed: '1.35',
      onByDefault: false,
    },
  ],
  storageVersion: 'v1beta1',
  storagePrefix: 'volumeattributesclasses',
  strategy: volumeAttributesClassStrategy,
  generation: 'none',
  columns: volumeAttributesClassColumns,
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
});
