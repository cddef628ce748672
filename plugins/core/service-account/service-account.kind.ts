import { defineKind } from '../../../src/plugin-api/index.js';
import { TokenRequest } from '../../authentication/index.js';
import { serviceAccountColumns } from './service-account.columns.js';
import { serviceAccountStrategy } from './service-account.strategy.js';
import { ServiceAccount } from './service-account.v1.js';
import { TokenHandler } from './token.subresource.js';

/** ServiceAccount: an identity for programs inside the cluster. */
export const serviceAccountKind = defineKind<ServiceAccount>({
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  shortNames: ['sa'],
  namespaced: true,
  versions: [{ name: 'v1', type: ServiceAccount }],
  storageVersion: 'v1',
  strategy: serviceAccountStrategy,
  subresources: [
    {
      name: 'token',
      verbs: ['create'],
      group: 'authentication.k8s.io',
      version: 'v1',
      kind: 'TokenRequest',
      type: TokenRequest,
      handler: TokenHandler,
    },
  ],
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  generation: 'none',
  columns: serviceAccountColumns,
});
