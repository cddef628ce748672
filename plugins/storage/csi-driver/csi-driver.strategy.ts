import type { Strategy, StrategyContext } from '../../../src/plugin-api/index.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';
import { dropDisabledMembers, type GatedMembers, isSameValue } from '../../core/index.js';
import type { CSIDriver, CSIDriverSpec } from './csi-driver.v1.js';
import { validateCsiDriver, validateCsiDriverUpdate } from './csi-driver.validation.js';

const GATED: GatedMembers<CSIDriverSpec> = [
  ['CSIServiceAccountToken', 'requiresRepublish'],
  ['CSIServiceAccountToken', 'tokenRequests'],
  ['CSIStorageCapacity', 'storageCapacity'],
  ['SELinuxMountReadWriteOncePod', 'seLinuxMount'],
  ['MutableCSINodeAllocatableCount', 'nodeAllocatableUpdatePeriodSeconds'],
  ['CSIServiceAccountTokenSecrets', 'serviceAccountTokenInSecrets'],
  ['VolumeLimitScaling', 'preventPodSchedulingIfMissing'],
];

/** The rules of drivers of volumes. */
export const csiDriverStrategy: Strategy<CSIDriver> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate: (driver, context) => dropDisabledFields(driver, undefined, context),
  prepareForUpdate: dropDisabledFields,
  validate: validateCsiDriver,
  validateUpdate: validateCsiDriverUpdate,
  warningsOnCreate: tokenWarnings,
  warningsOnUpdate: (driver, old) =>
    isSameValue(driver.spec.tokenRequests, old.spec.tokenRequests) ? [] : tokenWarnings(driver),
};

function dropDisabledFields({ spec }: CSIDriver, old: CSIDriver | undefined, { isEnabled }: StrategyContext): void {
  dropDisabledMembers({ now: spec, old: old?.spec }, GATED, isEnabled);
}

function tokenWarnings({ spec }: CSIDriver): string[] {
  if (!spec.tokenRequests?.length || spec.serviceAccountTokenInSecrets !== undefined) return [];
  return hasRule({ since: '1.35' }) ? [TOKENS_IN_ATTRIBUTES] : [];
}

const TOKENS_IN_ATTRIBUTES =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of' +
  ' tokens in volume attributes';
