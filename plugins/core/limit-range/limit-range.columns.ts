import { type Column, nameColumn } from '../../../src/plugin-api/index.js';
import type { LimitRange } from './limit-range.v1.js';

/** What `kubectl get limitranges` shows. */
export const limitRangeColumns: readonly Column<LimitRange>[] = [
  nameColumn(),
  {
    name: 'Created At',
    type: 'date',
    description: 'When the object was created.',
    cell: ({ metadata }) => metadata.creationTimestamp ?? '',
  },
];
