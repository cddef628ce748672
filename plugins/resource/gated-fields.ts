import type { DeviceClaim } from './device-request/device-request.v1beta1.js';

/** Takes away what only administrators may ask for, unless the gate is on or the stored object has it. */
export function dropAdminAccess(
  claim: DeviceClaim | undefined,
  old: DeviceClaim | undefined,
  isEnabled: (gate: string) => boolean,
): void {
  if (isEnabled('DRAAdminAccess') || old?.requests?.some(({ adminAccess }) => adminAccess !== undefined)) return;
  for (const request of claim?.requests ?? []) delete request.adminAccess;
}
