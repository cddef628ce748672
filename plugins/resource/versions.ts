import { sameShape } from '../../src/plugin-api/index.js';

/** The version objects are stored in. */
export const VERSION = {
  name: 'v1beta1',
  onByDefault: false,
  introduced: '1.32',
  deprecated: '1.35',
  removed: '1.38',
} as const;

/** The version before it, whose objects have the same members unless a kind says otherwise. */
export const OLD_VERSION = {
  name: 'v1alpha3',
  onByDefault: false,
  introduced: '1.31',
  deprecated: '1.34',
  removed: '1.37',
  conversion: sameShape,
} as const;
