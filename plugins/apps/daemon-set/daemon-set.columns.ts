import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import { formatMap } from '../../../src/plugin-api/built-in.js';
import { containerColumns } from '../../core/index.js';
import { countColumn, selectorColumn, textColumn } from '../replica-columns.js';
import type { DaemonSet } from './daemon-set.v1.js';

/** The columns of `kubectl get daemonsets`. */
export const daemonSetColumns: readonly Column<DaemonSet>[] = [
  nameColumn(),
  countColumn('Desired', 'Nodes that should run a pod.', ({ status }) => status?.desiredNumberScheduled ?? 0),
  countColumn('Current', 'Nodes that run one.', ({ status }) => status?.currentNumberScheduled ?? 0),
  countColumn('Ready', 'Nodes whose pod is ready.', ({ status }) => status?.numberReady ?? 0),
  countColumn('Up-to-date', 'Nodes whose pod is current.', ({ status }) => status?.updatedNumberScheduled ?? 0),
  countColumn(
    'Available',
    'Nodes whose pod has been ready for long enough.',
    ({ status }) => status?.numberAvailable ?? 0,
  ),
  textColumn('Node Selector', 'Labels of the nodes.', ({ spec }) => formatMap(spec?.template?.spec?.nodeSelector)),
  ageColumn(),
  ...containerColumns<DaemonSet>(({ spec }) => spec?.template),
  selectorColumn<DaemonSet>(({ spec }) => spec?.selector),
];
