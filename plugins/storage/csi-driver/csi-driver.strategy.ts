import type { Strategy, StrategyContext } from '../../../src/plugin-api/index.js';
import { dropDisabledMembers, type GatedMembers } from '../../core/index.js';
import type { CSIDriver, CSIDriverSpec } from './csi-driver.v1.js';
import { validateCsiDriver, validateCsiDriverUpdate } from './csi-driver.validation.js';

const GATED: GatedMembers<CSIDriverSpec> = [
  ['CSIServiceAccountToken', 'requiresRepublish'],
  ['CSIServiceAccountToken', 'tokenRequests'],
  ['CSIStorageCapacity', 'storageCapacity'],
  ['SELinuxMountReadWriteOncePod', 'seLinuxMount'],
];

/** The rules of drivers of volumes. */
export const csiDriverStrategy: Strategy<CSIDriver> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate: (driver, context) => dropDisabledFields(driver, undefined, context),
  prepareForUpdate: dropDisabledFields,
  validate: validateCsiDriver,
  validateUpdate: validateCsiDriverUpdate,
};

function dropDisabledFields({ spec }: CSIDriver, old: CSIDriver | undefined, { isEnabled }: StrategyContext): void {
  dropDisabledMembers({ now: spec, old: old?.spec }, GATED, isEnabled);
}
