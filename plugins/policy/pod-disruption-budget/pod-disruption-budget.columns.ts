import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import type { PodDisruptionBudget } from './pod-disruption-budget.v1.js';

const NOT_SET = 'N/A';

/** The columns of `kubectl get poddisruptionbudgets`. */
export const podDisruptionBudgetColumns: readonly Column<PodDisruptionBudget>[] = [
  nameColumn(),
  {
    name: 'Min Available',
    type: 'string',
    description: 'How many pods must be there.',
    cell: ({ spec }) => String(spec?.minAvailable ?? NOT_SET),
  },
  {
    name: 'Max Unavailable',
    type: 'string',
    description: 'How many pods may be missing.',
    cell: ({ spec }) => String(spec?.maxUnavailable ?? NOT_SET),
  },
  {
    name: 'Allowed Disruptions',
    type: 'integer',
    description: 'How many pods may go now.',
    cell: ({ status }) => status?.disruptionsAllowed ?? 0,
  },
  ageColumn(),
];
