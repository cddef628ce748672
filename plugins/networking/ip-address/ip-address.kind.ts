import { defineKind, sameShape } from '../../../src/plugin-api/index.js';
import { STORED_AS, V1_TYPES } from '../v1-types.js';
import { ipAddressColumns } from './ip-address.columns.js';
import { ipAddressStrategy } from './ip-address.strategy.js';
import { IPAddress } from './ip-address.v1beta1.js';
import { validateIpAddressName } from './ip-address.validation.js';
import { FORMER_IP_ADDRESS_VERSIONS } from './ip-address.former-versions.js';

/** IPAddress: an address that is taken. */
export const ipAddressKind = defineKind<IPAddress>({
  kind: 'IPAddress',
  plural: 'ipaddresses',
  shortNames: ['ip'],
  namespaced: false,
  versions: [
    { name: 'v1', type: V1_TYPES.of(IPAddress), conversion: sameShape, introduced: '1.33' },
    { name: 'v1beta1', type: IPAddress, introduced: '1.31', deprecated: '1.34', removed: '1.37', onByDefault: false },
    ...FORMER_IP_ADDRESS_VERSIONS,
  ],
  storageVersion: 'v1beta1',
  quirks: { storedAs: STORED_AS },
  storagePrefix: 'ipaddresses',
  nameRule: validateIpAddressName,
  strategy: ipAddressStrategy,
  generation: 'none',
  columns: ipAddressColumns,
  allowUnconditionalUpdate: true,
});
