import type { ApiObject, Conversion } from '../../src/plugin-api/index.js';

/** Between versions whose objects have the same members. */
export const sameShape: Conversion<ApiObject, ApiObject> = {
  toHub: (object) => object,
  fromHub: (object) => object,
};
