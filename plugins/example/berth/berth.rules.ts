/** The cargoes a berth can handle. */
export const CARGOES = ['Bulk', 'Container', 'General', 'Oil'];

/** The supplies a berth can offer. */
export const SERVICES = ['fuel', 'power', 'water'];

/** Fills in the depth a ship of that length needs. */
export function setDraught(size: { lengthMeters?: number; draughtMeters?: number }): void {
  if (size.lengthMeters) size.draughtMeters ??= Math.ceil(size.lengthMeters / 25);
}
