interface Request {
  allocationMode?: string;
  count?: number;
}

/** Fills in how many devices are asked for. */
export function defaultDeviceRequest(request: Request): void {
  request.allocationMode ||= 'ExactCount';
  if (request.allocationMode === 'ExactCount') request.count ||= 1;
}
