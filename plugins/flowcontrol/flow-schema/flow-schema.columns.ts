import { ageColumn, nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import type { FlowSchema } from './flow-schema.v1.js';

/** What `kubectl get flowschemas` shows. */
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
    description: 'How requests are told apart into flows.',
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
