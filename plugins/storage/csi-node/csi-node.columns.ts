import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import type { CSINode } from './csi-node.v1.js';

/** The columns of `kubectl get csinodes`. */
export const csiNodeColumns: readonly Column<CSINode>[] = [
  nameColumn(),
  {
    name: 'Drivers',
    type: 'integer',
    description: 'Number of drivers.',
    cell: ({ spec }) => spec.drivers?.length ?? 0,
  },
  ageColumn(),
];
