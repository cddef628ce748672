import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import { containerColumns } from '../../core/index.js';
import { selectorColumn, textColumn } from '../replica-columns.js';
import type { Deployment } from './deployment.v1.js';

/** The columns of `kubectl get deployments`. */
export const deploymentColumns: readonly Column<Deployment>[] = [
  nameColumn(),
  textColumn('Ready', 'Pods that are ready, of how many.', ({ spec, status }) => {
    return `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`;
  }),
  textColumn('Up-to-date', 'Pods made from the current template.', ({ status }) => status?.updatedReplicas ?? 0),
  textColumn('Available', 'Pods that have been ready for long enough.', ({ status }) => status?.availableReplicas ?? 0),
  ageColumn(),
  ...containerColumns<Deployment>(({ spec }) => spec?.template),
  selectorColumn<Deployment>(({ spec }) => spec?.selector),
];
