import type { Strategy } from '../../../src/plugin-api/index.js';
import type { IPAddress } from './ip-address.v1beta1.js';
import { validateIpAddress, validateIpAddressUpdate } from './ip-address.validation.js';

/** The rules of addresses that are taken. */
export const ipAddressStrategy: Strategy<IPAddress> = {
  repeatedMetadataCheck: 'change',
  validate: validateIpAddress,
  validateUpdate: validateIpAddressUpdate,
};
