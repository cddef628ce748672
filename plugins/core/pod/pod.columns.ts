import { ageColumn, nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import { type ReleaseColumn, type RowCondition, formatAge } from '../../../src/plugin-api/built-in.js';
import { summarizePod } from './pod-summary.js';
import type { Pod } from './shape/pod.v1.js';

type Cell = Column<Pod>['cell'];

/** The columns of `kubectl get pods`. */
export const podColumns: readonly ReleaseColumn<Pod>[] = [
  nameColumn(),
  text('Ready', 'Containers that are ready, of how many.', (pod) => {
    const { ready, total } = summarizePod(pod);
    return `${ready}/${total}`;
  }),
  text('Status', 'What the pod is doing.', (pod) => summarizePod(pod).reason),
  {
    ...text('Restarts', 'How often containers were started again.', (pod) => summarizePod(pod).restarts),
    type: 'integer',
    until: '1.21',
  },
  {
    ...text('Restarts', 'How often containers were started again, and when last.', (pod, now) => {
      const { restarts, lastRestart } = summarizePod(pod);
      return restarts > 0 && lastRestart ? `${restarts} (${formatAge(lastRestart, now)} ago)` : String(restarts);
    }),
    since: '1.22',
  },
  ageColumn(),
  wide('IP', 'Address of the pod.', ({ status }) => status?.podIPs?.[0]?.ip || NONE_CELL),
  wide('Node', 'Node the pod is bound to.', ({ spec }) => spec?.nodeName || NONE_CELL),
  wide('Nominated Node', 'Node where room is being made.', ({ status }) => status?.nominatedNodeName || NONE_CELL),
  wide('Readiness Gates', 'Readiness gates that are open, of how many.', formatGates),
];

/** Marks rows of pods that have ended, by which clients may hide them. */
export function podRowConditions({ status }: Pod): RowCondition[] {
  switch (status?.phase) {
    case 'Succeeded':
      return [completed('Succeeded', 'The pod has completed successfully.')];
    case 'Failed':
      return [completed('Failed', 'The pod failed.')];
    default:
      return [];
  }
}

function completed(reason: string, message: string): RowCondition {
  return { type: 'Completed', status: 'True', reason, message };
}

function text(name: string, description: string, cell: Cell): Column<Pod> {
  return { name, type: 'string', description, cell };
}

function wide(name: string, description: string, cell: Cell): Column<Pod> {
  return { name, type: 'string', description, priority: 1, cell };
}

function formatGates({ spec, status }: Pod): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return NONE_CELL;
  // The first condition of a type counts.
  const statuses = new Map([...(status?.conditions ?? [])].reverse().map((c) => [c.type, c.status]));
  return `${gates.filter((gate) => statuses.get(gate.conditionType) === 'True').length}/${gates.length}`;
}
