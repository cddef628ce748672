import type { StrategyContext } from '../../src/plugin-api/index.js';
import type {
  DeviceClaim,
  DeviceRequest,
  DeviceSubRequest,
  ExactDeviceRequest,
} from './device-request/device-request.v1.js';
import { isWithin } from '../../src/plugin-api/built-in.js';

/** Drops what a claim asks for by gates that are off, unless the stored one has it. */
export function dropClaimFields(
  claim: DeviceClaim | undefined,
  old: DeviceClaim | undefined,
  { isEnabled, release = '' }: Pick<StrategyContext, 'isEnabled' | 'release'>,
): void {
  const stored = (old?.requests ?? []).flatMap(({ exactly }) => exactly ?? []);
  const isKept = (gate: string, isUsed: () => boolean | undefined): boolean => isEnabled(gate) || isUsed() === true;
  const requests = claim?.requests ?? [];
  if (!isKept('DRAAdminAccess', () => stored.some(({ adminAccess }) => adminAccess !== undefined))) {
    for (const { exactly } of requests) delete exactly?.adminAccess;
  }
  if (!isKept('DRAPrioritizedList', () => old?.requests?.some(({ firstAvailable }) => firstAvailable?.length))) {
    for (const request of requests) delete request.firstAvailable;
  }
  // Before release 1.35 they stay: only schedulers look at them.
  const isOfTaints = (): boolean => devicesOf(old).some(({ tolerations }) => tolerations?.length);
  if (isWithin({ since: '1.35' }, release) && !isKept('DRADeviceTaints', isOfTaints)) {
    for (const devices of devicesOf(claim)) delete devices.tolerations;
  }
  if (!isKept('DRAConsumableCapacity', () => usesCapacity(old))) {
    for (const devices of devicesOf(claim)) delete devices.capacity;
    for (const constraint of claim?.constraints ?? []) delete constraint.distinctAttribute;
  }
}

function devicesOf(claim: DeviceClaim | undefined): (ExactDeviceRequest | DeviceSubRequest)[] {
  return (claim?.requests ?? []).flatMap(({ exactly, firstAvailable = [] }: DeviceRequest) => [
    ...(exactly ? [exactly] : []),
    ...firstAvailable,
  ]);
}

function usesCapacity(claim: DeviceClaim | undefined): boolean {
  const isDistinct = claim?.constraints?.some(({ distinctAttribute }) => distinctAttribute !== undefined) ?? false;
  return isDistinct || devicesOf(claim).some(({ capacity }) => capacity !== undefined);
}
