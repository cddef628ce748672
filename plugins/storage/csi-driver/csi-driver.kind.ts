import { defineKind } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { csiDriverColumns } from './csi-driver.columns.js';
import { csiDriverStrategy } from './csi-driver.strategy.js';
import { CSIDriver } from './csi-driver.v1.js';
import { FORMER_CSI_DRIVER_VERSIONS } from './csi-driver.former-versions.js';

/** CSIDriver: a driver of volumes. */
export const csiDriverKind = defineKind<CSIDriver>({
  kind: 'CSIDriver',
  plural: 'csidrivers',
  namespaced: false,
  versions: [{ name: 'v1', type: CSIDriver, introduced: '1.18' }, ...FORMER_CSI_DRIVER_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'csidrivers',
  strategy: csiDriverStrategy,
  quirks: { initialGeneration: 0 },
  columns: csiDriverColumns,
  variants: [{ until: '1.17', columns: CREATION_COLUMNS }],
  deleteReturnsObject: true,
});
