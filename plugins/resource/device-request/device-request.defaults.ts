interface Request {
  allocationMode?: string;
  count?: number;
}

/** Fills in how many devices are asked for. */
export function defaultDeviceRequest(request: Request): void {
  request.allocationMode ||= 'ExactCount';
  if (request.allocationMode === 'ExactCount') request.count ||= 1;
}

/** Fills in the same for a request that holds it beside its alternatives: with alternatives, nothing is asked for in it. */
export function defaultMainRequest(request: Request & { firstAvailable?: readonly unknown[] }): void {
  if (!request.firstAvailable?.length) defaultDeviceRequest(request);
}

/** Fills in how the value of a taint is compared. */
export function defaultDeviceToleration(toleration: { operator?: string }): void {
  toleration.operator ||= 'Equal';
}
