import type { ApiObject } from '../../apimachinery/index.js';
import type { Conversion } from './kind-definition.js';

/**
 * Converts between versions whose objects have the same members.
 *
 * @public
 * @example
 * const version: KindVersion = { name: 'v1beta1', type: Berth, conversion: sameShape };
 */
export const sameShape: Conversion<ApiObject, ApiObject> = {
  toHub: (object) => object,
  fromHub: (object) => object,
};
