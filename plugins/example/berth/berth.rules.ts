/** What can be loaded at a berth. */
export const CARGOES = ['Bulk', 'Container', 'General', 'Oil'];

/** What ships can be supplied with. */
export const SERVICES = ['fuel', 'power', 'water'];

/** Fills in the depth a ship of that length needs. */
export function setDraught(size: { lengthMeters?: number; draughtMeters?: number }): void {
  if (size.lengthMeters) size.draughtMeters ??= Math.ceil(size.lengthMeters / 25);
}
