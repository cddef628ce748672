import { type Column, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import type { Secret } from './secret.v1.js';

/** The columns of `kubectl get secrets`. */
export const secretColumns: readonly Column<Secret>[] = [
  nameColumn(),
  { name: 'Type', type: 'string', description: 'What the data is for.', cell: ({ type }) => type ?? '' },
  {
    name: 'Data',
    type: 'string',
    description: 'Number of entries.',
    cell: ({ data }) => Object.keys(data ?? {}).length,
  },
  ageColumn(),
];
