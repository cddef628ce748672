import { defineKind, sameShape } from '../../../src/plugin-api/index.js';
import { TypesInVersion, isPathSegmentName, isPathSegmentPrefix } from '../../../src/plugin-api/built-in.js';
import { clusterTrustBundleColumns } from './cluster-trust-bundle.columns.js';
import { clusterTrustBundleStrategy } from './cluster-trust-bundle.strategy.js';
import { ClusterTrustBundle } from './cluster-trust-bundle.v1alpha1.js';

const V1BETA1_TYPES = new TypesInVersion('k8s.io.api.certificates.v1alpha1', 'v1beta1');

/** ClusterTrustBundle: certificates that all in the cluster may trust. */
export const clusterTrustBundleKind = defineKind<ClusterTrustBundle>({
  kind: 'ClusterTrustBundle',
  plural: 'clustertrustbundles',
  namespaced: false,
  versions: [
    {
      name: 'v1beta1',
      type: V1BETA1_TYPES.of(ClusterTrustBundle),
      conversion: sameShape,
      introduced: '1.33',
      deprecated: '1.37',
      removed: '1.40',
      onByDefault: false,
      featureGate: 'ClusterTrustBundle',
    },
    {
      name: 'v1alpha1',
      type: ClusterTrustBundle,
      introduced: '1.26',
      deprecated: '1.34',
      removed: '1.37',
      onByDefault: false,
      featureGate: 'ClusterTrustBundle',
    },
  ],
  storageVersion: 'v1alpha1',
  // A release stores what the one before it can read.
  quirks: { storedAs: [{ since: '1.34', version: 'v1beta1' }] },
  storagePrefix: 'clustertrustbundles',
  nameRule: (name, isPrefix) => (isPrefix ? isPathSegmentPrefix(name) : isPathSegmentName(name)),
  strategy: clusterTrustBundleStrategy,
  selectableFields: { 'spec.signerName': ({ spec }) => spec?.signerName ?? '' },
  columns: clusterTrustBundleColumns,
  generation: 'none',
});
