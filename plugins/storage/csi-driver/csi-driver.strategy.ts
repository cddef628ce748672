import type { Strategy, StrategyContext } from '../../../src/plugin-api/index.js';
import type { CSIDriver } from './csi-driver.v1.js';
import { validateCsiDriver, validateCsiDriverUpdate } from './csi-driver.validation.js';

/** The rules of drivers of volumes. */
export const csiDriverStrategy: Strategy<CSIDriver> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate: (driver, context) => dropDisabledFields(driver, undefined, context),
  prepareForUpdate: dropDisabledFields,
  validate: validateCsiDriver,
  validateUpdate: validateCsiDriverUpdate,
};

function dropDisabledFields({ spec }: CSIDriver, old: CSIDriver | undefined, { isEnabled }: StrategyContext): void {
  if (isEnabled('SELinuxMountReadWriteOncePod') || old?.spec.seLinuxMount !== undefined) return;
  delete spec.seLinuxMount;
}
