import { ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import type { ReleaseColumn } from '../../../src/plugin-api/built-in.js';
import type { PriorityClass } from './priority-class.v1.js';

/** The columns of `kubectl get priorityclasses`. */
export const priorityClassColumns: readonly ReleaseColumn<PriorityClass>[] = [
  nameColumn(),
  { name: 'Value', type: 'integer', description: 'The priority of pods of this class.', cell: ({ value }) => value },
  {
    name: 'Global-Default',
    type: 'boolean',
    description: 'Whether pods that name no class are of this one.',
    cell: ({ globalDefault }) => globalDefault ?? false,
  },
  ageColumn(),
  {
    name: 'PreemptionPolicy',
    since: '1.32',
    type: 'string',
    description: 'Whether pods of this class push out others.',
    cell: ({ preemptionPolicy }) => preemptionPolicy ?? '',
  },
];
