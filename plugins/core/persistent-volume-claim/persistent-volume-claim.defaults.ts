import { type ResourceAmounts, roundResourceAmounts } from '../pod/container.defaults.js';

/** What is defaulted of the spec of a claim. */
interface DefaultedClaimSpec {
  volumeMode?: string;
  resources?: { requests?: ResourceAmounts; limits?: ResourceAmounts };
}

/** What is defaulted of the status of a claim. */
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
