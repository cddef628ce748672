import { type Column, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import type { ConfigMap } from './config-map.v1.js';

/** The columns of `kubectl get configmaps`. */
export const configMapColumns: readonly Column<ConfigMap>[] = [
  nameColumn(),
  {
    name: 'Data',
    type: 'string',
    description: 'Number of entries.',
    cell: ({ data, binaryData }) => Object.keys(data ?? {}).length + Object.keys(binaryData ?? {}).length,
  },
  ageColumn(),
];
