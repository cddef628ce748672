import { defineKind } from '../../../src/plugin-api/index.js';
import { replicationControllerColumns } from './replication-controller.columns.js';
import { replicationControllerStrategy } from './replication-controller.strategy.js';
import { ReplicationController } from './replication-controller.v1.js';

/** ReplicationController: keeps a number of equal pods running. */
export const replicationControllerKind = defineKind<ReplicationController>({
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  shortNames: ['rc'],
  categories: ['all'],
  namespaced: true,
  versions: [{ name: 'v1', type: ReplicationController }],
  storageVersion: 'v1',
  storagePrefix: 'controllers',
  quirks: { emptyObject: { spec: { replicas: 0 } } },
  strategy: replicationControllerStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  scale: {
    replicas: ({ spec }) => spec?.replicas ?? 0,
    setReplicas: (controller, replicas) => {
      controller.spec = { ...controller.spec, replicas };
    },
    statusReplicas: ({ status }) => status?.replicas ?? 0,
    selector: ({ spec }) =>
      Object.entries(spec?.selector ?? {})
        .map(([key, value]) => `${key}=${value}`)
        .sort()
        .join(','),
  },
  selectableFields: { 'status.replicas': ({ status }) => String(status?.replicas ?? 0) },
  columns: replicationControllerColumns,
  allowUnconditionalUpdate: true,
  defaultPropagation: 'Orphan',
});
