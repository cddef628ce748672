import { hasRule } from '../../src/plugin-api/built-in.js';
import type {
  DeviceClaim,
  DeviceConfiguration,
  DeviceConstraint,
  DeviceRequest,
  DeviceSelector,
  DeviceSubRequest,
  DeviceToleration,
  ExactDeviceRequest,
} from './device-request/device-request.v1.js';
import { claimSpecFromHub } from './resource-claim/resource-claim.conversion.js';
import type { AllocationResult, ResourceClaimSpec } from './resource-claim/resource-claim.v1.js';

// Errors show values that may not change. Since release 1.34 the reference prints them in JSON, and its internal types have
// Go names there, and every member.

/** Returns the contents of a claim as errors show them. */
export function shownClaimSpec(spec: ResourceClaimSpec): unknown {
  if (!hasRule({ since: '1.34' })) return claimSpecFromHub(spec);
  return { Devices: goClaim(spec.devices ?? {}) };
}

/** Returns an allocation as errors show it. */
export function shownAllocation(allocation: AllocationResult): unknown {
  if (!hasRule({ since: '1.34' })) return allocation;
  const { devices = {}, nodeSelector = null, allocationTimestamp = null } = allocation;
  return {
    Devices: {
      Results: listOf(devices.results, (result) => ({
        Request: result.request,
        Driver: result.driver,
        Pool: result.pool,
        Device: result.device,
        AdminAccess: result.adminAccess ?? null,
        Tolerations: listOf(result.tolerations, goToleration),
        BindingConditions: result.bindingConditions ?? null,
        BindingFailureConditions: result.bindingFailureConditions ?? null,
        ShareID: result.shareID ?? null,
        ConsumedCapacity: result.consumedCapacity ?? null,
      })),
      Config: listOf(devices.config, ({ source, requests = null, ...configuration }) => ({
        Source: source,
        Requests: requests,
        ...goConfiguration(configuration),
      })),
    },
    NodeSelector: nodeSelector && { NodeSelectorTerms: shownTerms(nodeSelector.nodeSelectorTerms) },
    AllocationTimestamp: allocationTimestamp,
  };
}

function listOf<T>(list: readonly T[] | undefined | null, shown: (element: T) => unknown): unknown[] | null {
  return list?.map(shown) ?? null;
}

function goClaim({ requests, constraints, config }: DeviceClaim): unknown {
  return {
    Requests: listOf(requests, goRequest),
    Constraints: listOf(constraints, goConstraint),
    Config: listOf(config, ({ requests: names = null, ...configuration }) => ({
      Requests: names,
      ...goConfiguration(configuration),
    })),
  };
}

function goRequest({ name, exactly, firstAvailable }: DeviceRequest): unknown {
  return {
    Name: name,
    Exactly: exactly ? goExactly(exactly) : null,
    FirstAvailable: listOf(firstAvailable, (alternative) => ({
      Name: alternative.name,
      ...goDevices(alternative),
      ...goRest(alternative),
    })),
  };
}

function goExactly(exactly: ExactDeviceRequest): object {
  return { ...goDevices(exactly), AdminAccess: exactly.adminAccess ?? null, ...goRest(exactly) };
}

function goDevices({
  deviceClassName,
  selectors,
  allocationMode = '',
  count = 0,
}: ExactDeviceRequest | DeviceSubRequest): object {
  return {
    DeviceClassName: deviceClassName,
    Selectors: listOf(selectors, goSelector),
    AllocationMode: allocationMode,
    Count: count,
  };
}

function goRest({ tolerations, capacity }: ExactDeviceRequest | DeviceSubRequest): object {
  return {
    Tolerations: listOf(tolerations, goToleration),
    Capacity: capacity ? { Requests: capacity.requests ?? null } : null,
  };
}

function goSelector({ cel }: DeviceSelector): unknown {
  return { CEL: cel ? { Expression: cel.expression } : null };
}

function goToleration({
  key = '',
  operator = '',
  value = '',
  effect = '',
  tolerationSeconds,
}: DeviceToleration): unknown {
  const seconds = tolerationSeconds ?? null;
  return { Key: key, Operator: operator, Value: value, Effect: effect, TolerationSeconds: seconds };
}

function goConstraint({ requests, matchAttribute, distinctAttribute }: DeviceConstraint): unknown {
  return {
    Requests: requests ?? null,
    MatchAttribute: matchAttribute ?? null,
    DistinctAttribute: distinctAttribute ?? null,
  };
}

function goConfiguration({ opaque }: DeviceConfiguration): object {
  return { Opaque: opaque ? { Driver: opaque.driver, Parameters: opaque.parameters ?? null } : null };
}

interface Term {
  readonly matchExpressions?: readonly Requirement[];
  readonly matchFields?: readonly Requirement[];
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** Returns the terms of a node selector as errors show them since release 1.34. */
export function shownTerms(terms: readonly Term[] | undefined | null): unknown {
  return listOf(terms, goTerm);
}

function goTerm({ matchExpressions, matchFields }: Term): unknown {
  const shown = ({ key, operator, values }: Requirement): unknown => ({
    Key: key,
    Operator: operator,
    Values: values ?? null,
  });
  return { MatchExpressions: listOf(matchExpressions, shown), MatchFields: listOf(matchFields, shown) };
}
