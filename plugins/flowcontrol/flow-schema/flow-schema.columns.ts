import { ageColumn, nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import type { FlowSchema } from './flow-schema.v1.js';

/** The columns of `kubectl get flowschemas`. */
export const flowSchemaColumns: readonly Column<FlowSchema>[] = [
  nameColumn(),
  {
    name: 'PriorityLevel',
    type: 'string',
    description: 'The level of the requests.',
    cell: ({ spec }) => spec?.priorityLevelConfiguration?.name ?? '',
  },
  {
    name: 'MatchingPrecedence',
    type: 'string',
    description: 'The schema with the lowest number counts.',
    cell: ({ spec }) => spec?.matchingPrecedence ?? 0,
  },
  {
    name: 'DistinguisherMethod',
    type: 'string',
    description: 'How requests are distinguished into flows.',
    cell: ({ spec }) => spec?.distinguisherMethod?.type ?? NONE_CELL,
  },
  ageColumn(),
  {
    name: 'MissingPL',
    type: 'string',
    description: 'Whether the level is missing.',
    cell: ({ status }) => status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
  },
];
