import { defineKind } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { csiNodeColumns } from './csi-node.columns.js';
import { csiNodeStrategy } from './csi-node.strategy.js';
import { CSINode } from './csi-node.v1.js';
import { FORMER_CSI_NODE_VERSIONS } from './csi-node.former-versions.js';

/** CSINode: the drivers of volumes on a node. */
export const csiNodeKind = defineKind<CSINode>({
  kind: 'CSINode',
  plural: 'csinodes',
  namespaced: false,
  versions: [{ name: 'v1', type: CSINode, introduced: '1.17' }, ...FORMER_CSI_NODE_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'csinodes',
  strategy: csiNodeStrategy,
  generation: 'none',
  columns: csiNodeColumns,
  variants: [{ until: '1.16', columns: CREATION_COLUMNS }],
  deleteReturnsObject: true,
});
