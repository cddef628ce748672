import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import { containerColumns } from '../../core/index.js';
import { textColumn } from '../replica-columns.js';
import type { StatefulSet } from './stateful-set.v1.js';

/** The columns of `kubectl get statefulsets`. */
export const statefulSetColumns: readonly Column<StatefulSet>[] = [
  nameColumn(),
  textColumn('Ready', 'Pods that are ready, of how many.', ({ spec, status }) => {
    return `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`;
  }),
  ageColumn(),
  ...containerColumns<StatefulSet>(({ spec }) => spec?.template),
];
