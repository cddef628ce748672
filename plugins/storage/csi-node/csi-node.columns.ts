import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import type { CSINode } from './csi-node.v1.js';

/** What `kubectl get csinodes` shows. */
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
