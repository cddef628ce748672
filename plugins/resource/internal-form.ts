import { type InternalTypes, goJson, hasRule } from '../../src/plugin-api/built-in.js';
import { claimSpecFromHub } from './resource-claim/resource-claim.conversion.js';
import { AllocationResult, ResourceClaimSpec } from './resource-claim/resource-claim.v1.js';
import { NodeSelectorTerm } from '../core/index.js';

// Errors show values that may not change. Since release 1.34 the reference prints them in JSON, and its internal types have
// Go names there, and every member.

const INTERNAL: InternalTypes = {
  'k8s.io.api.resource.v1.DeviceSelector': { names: { cel: 'CEL' } },
  'k8s.io.api.resource.v1.DeviceRequestAllocationResult': { names: { shareID: 'ShareID' } },
};

/** Returns the contents of a claim as errors show them. */
export function shownClaimSpec(spec: ResourceClaimSpec): unknown {
  return hasRule({ since: '1.34' }) ? goJson(ResourceClaimSpec, spec, INTERNAL) : claimSpecFromHub(spec);
}

/** Returns an allocation as errors show it. */
export function shownAllocation(allocation: AllocationResult): unknown {
  return hasRule({ since: '1.34' }) ? goJson(AllocationResult, allocation, INTERNAL) : allocation;
}

/** Returns the terms of a node selector as errors show them since release 1.34. */
export function shownTerms(terms: readonly NodeSelectorTerm[] | undefined | null): unknown {
  return terms?.map((term) => goJson(NodeSelectorTerm, term, INTERNAL)) ?? null;
}
