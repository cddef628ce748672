import { type ResourceAmounts, roundResourceAmounts } from '../pod/shape/container.defaults.js';

/** The members of the spec of a claim that have defaults. */
interface DefaultedClaimSpec {
  volumeMode?: string;
  resources?: { requests?: ResourceAmounts; limits?: ResourceAmounts };
}

/** The members of the status of a claim that have defaults. */
interface DefaultedClaimStatus {
  phase?: string;
  capacity?: ResourceAmounts;
  allocatedResources?: ResourceAmounts;
}

/** Fills in how a claimed volume is used. */
export function defaultClaimSpec(spec: DefaultedClaimSpec): void {
  spec.volumeMode ??= 'Filesystem';
  roundResourceAmounts(spec.resources?.requests);
  roundResourceAmounts(spec.resources?.limits);
}

/** Fills in the phase. */
export function defaultClaim(claim: { status?: DefaultedClaimStatus }): void {
  claim.status = { ...claim.status, phase: claim.status?.phase || 'Pending' };
  roundResourceAmounts(claim.status.capacity);
  roundResourceAmounts(claim.status.allocatedResources);
}
