import { ageColumn, nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import type { ReleaseColumn } from '../../../src/plugin-api/built-in.js';
import type { PriorityLevelConfiguration, QueuingConfiguration } from './priority-level-configuration.v1.js';

/** The columns of `kubectl get prioritylevelconfigurations`. */
export const priorityLevelConfigurationColumns: readonly ReleaseColumn<PriorityLevelConfiguration>[] = [
  nameColumn(),
  { name: 'Type', type: 'string', description: 'Limited or Exempt.', cell: ({ spec }) => spec?.type ?? '' },
  { ...shares('AssuredConcurrencyShares'), until: '1.25' },
  { ...shares('NominalConcurrencyShares'), since: '1.26' },
  ofQueues('Queues', 'How many queues there are.', 'queues'),
  ofQueues('HandSize', 'How many queues each flow may use.', 'handSize'),
  ofQueues('QueueLengthLimit', 'How many requests wait in a queue.', 'queueLengthLimit'),
  ageColumn(),
];

function shares(name: string): Column<PriorityLevelConfiguration> {
  return {
    name,
    type: 'string',
    description: 'The share of seats the level has by itself.',
    cell: ({ spec }) => spec?.limited?.nominalConcurrencyShares ?? NONE_CELL,
  };
}

function ofQueues(
  name: string,
  description: string,
  member: keyof QueuingConfiguration,
): Column<PriorityLevelConfiguration> {
  return {
    name,
    type: 'string',
    description,
    cell: ({ spec }) => spec?.limited?.limitResponse?.queuing?.[member] ?? NONE_CELL,
  };
}
