import { nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import type { ClusterTrustBundle } from './cluster-trust-bundle.v1alpha1.js';

/** The columns of `kubectl get clustertrustbundles`. */
export const clusterTrustBundleColumns: readonly Column<ClusterTrustBundle>[] = [
  nameColumn(),
  {
    name: 'SignerName',
    type: 'string',
    description: 'The signer that keeps the bundle.',
    cell: ({ spec }) => spec?.signerName || NONE_CELL,
  },
];
