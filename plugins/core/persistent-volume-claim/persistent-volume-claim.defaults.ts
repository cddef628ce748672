import { roundResourceAmounts } from '../pod/container.defaults.js';
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from './persistent-volume-claim.v1.js';

/** Fills in how a claimed volume is used. */
export function defaultClaimSpec(spec: PersistentVolumeClaimSpec): void {
  spec.volumeMode ??= 'Filesystem';
  roundResourceAmounts(spec.resources?.requests);
  roundResourceAmounts(spec.resources?.limits);
}

/** Fills in the phase. */
export function defaultClaim(claim: PersistentVolumeClaim): void {
  claim.status = { ...claim.status, phase: claim.status?.phase || 'Pending' };
  roundResourceAmounts(claim.status.capacity);
  roundResourceAmounts(claim.status.allocatedResources);
}
