import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import { containerColumns } from '../../core/index.js';
import { countColumn, selectorColumn } from '../replica-columns.js';
import type { ReplicaSet } from './replica-set.v1.js';

/** The columns of `kubectl get replicasets`. */
export const replicaSetColumns: readonly Column<ReplicaSet>[] = [
  nameColumn(),
  countColumn('Desired', 'Pods that are wanted.', ({ spec }) => spec?.replicas ?? 0),
  countColumn('Current', 'Pods there are.', ({ status }) => status?.replicas ?? 0),
  countColumn('Ready', 'Pods that are ready.', ({ status }) => status?.readyReplicas ?? 0),
  ageColumn(),
  ...containerColumns<ReplicaSet>(({ spec }) => spec?.template),
  selectorColumn<ReplicaSet>(({ spec }) => spec?.selector),
];
