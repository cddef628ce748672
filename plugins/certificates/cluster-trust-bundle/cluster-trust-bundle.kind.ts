import { defineKind } from '../../../src/plugin-api/index.js';
import { isPathSegmentName, isPathSegmentPrefix } from '../../../src/plugin-api/built-in.js';
import { clusterTrustBundleColumns } from './cluster-trust-bundle.columns.js';
import { clusterTrustBundleStrategy } from './cluster-trust-bundle.strategy.js';
import { ClusterTrustBundle } from './cluster-trust-bundle.v1alpha1.js';

/** ClusterTrustBundle: certificates that all in the cluster may trust. */
export const clusterTrustBundleKind = defineKind<ClusterTrustBundle>({
  kind: 'ClusterTrustBundle',
  plural: 'clustertrustbundles',
  namespaced: false,
  versions: [
    {
      name: 'v1alpha1',
      type: ClusterTrustBundle,
      introduced: '1.26',
      removed: '1.37',
      onByDefault: false,
      featureGate: 'ClusterTrustBundle',
    },
  ],
  storageVersion: 'v1alpha1',
  storagePrefix: 'clustertrustbundles',
  nameRule: (name, isPrefix) => (isPrefix ? isPathSegmentPrefix(name) : isPathSegmentName(name)),
  strategy: clusterTrustBundleStrategy,
  selectableFields: { 'spec.signerName': ({ spec }) => spec?.signerName ?? '' },
  columns: clusterTrustBundleColumns,
  generation: 'none',
});
