import type { ApiObject } from '../../apimachinery/index.js';
import type { Conversion } from './kind-definition.js';

/** Converts between versions whose objects have the same members. */
export const sameShape: Conversion<ApiObject, ApiObject> = {
  toHub: (object) => object,
  fromHub: (object) => object,
};
