import type { Strategy } from '../../../src/plugin-api/index.js';
import type { ClusterTrustBundle } from './cluster-trust-bundle.v1alpha1.js';
import { validateClusterTrustBundle, validateClusterTrustBundleUpdate } from './cluster-trust-bundle.validation.js';

/** The rules of trust bundles. */
export const clusterTrustBundleStrategy: Strategy<ClusterTrustBundle> = {
  checksMetadataOnUpdate: true,
  validate: validateClusterTrustBundle,
  validateUpdate: validateClusterTrustBundleUpdate,
};
