import { sameShape } from '../../src/plugin-api/index.js';

/** The version that the rules are written for. */
export const VERSION = { name: 'v1', introduced: '1.34' } as const;

/** The version before it, of the same shape. */
export const V1BETA2_VERSION = {
  name: 'v1beta2',
  onByDefault: false,
  introduced: '1.33',
  deprecated: '1.36',
  removed: '1.39',
  conversion: sameShape,
} as const;

/** The version before that. */
export const V1BETA1_VERSION = {
  name: 'v1beta1',
  onByDefault: false,
  introduced: '1.32',
  deprecated: '1.35',
  removed: '1.38',
} as const;

/** The oldest version, which release 1.34 has for other kinds only. */
export const V1ALPHA3_VERSION = { name: 'v1alpha3', onByDefault: false, introduced: '1.31', removed: '1.34' } as const;

/** The versions that objects are stored in: a release stores what the one before it can read. */
export const STORED_AS = [
  { until: '1.33', version: 'v1beta1' },
  { since: '1.34', until: '1.34', version: 'v1beta2' },
] as const;
