import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import { formatMap } from '../../../src/plugin-api/built-in.js';
import { containerColumns } from '../pod/workload-template.js';
import type { ReplicationController } from './replication-controller.v1.js';

/** The columns of `kubectl get replicationcontrollers`. */
export const replicationControllerColumns: readonly Column<ReplicationController>[] = [
  nameColumn(),
  count('Desired', 'Pods that are wanted.', ({ spec }) => spec?.replicas ?? 0),
  count('Current', 'Pods there are.', ({ status }) => status?.replicas ?? 0),
  count('Ready', 'Pods that are ready.', ({ status }) => status?.readyReplicas ?? 0),
  ageColumn(),
  ...containerColumns<ReplicationController>(({ spec }) => spec?.template),
  {
    name: 'Selector',
    type: 'string',
    description: 'Labels by which pods are found.',
    priority: 1,
    cell: ({ spec }) => formatMap(spec?.selector),
  },
];

function count(
  name: string,
  description: string,
  cell: Column<ReplicationController>['cell'],
): Column<ReplicationController> {
  return { name, type: 'integer', description, cell };
}
