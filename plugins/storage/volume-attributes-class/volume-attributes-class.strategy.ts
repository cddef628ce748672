import type { Strategy } from '../../../src/plugin-api/index.js';
import type { VolumeAttributesClass } from './volume-attributes-class.v1beta1.js';
import {
  validateVolumeAttributesClass,
  validateVolumeAttributesClassUpdate,
} from './volume-attributes-class.validation.js';

/** The rules of classes of attributes. */
export const volumeAttributesClassStrategy: Strategy<VolumeAttributesClass> = {
  repeatedMetadataCheck: 'change',
  validate: validateVolumeAttributesClass,
  validateUpdate: validateVolumeAttributesClassUpdate,
};
