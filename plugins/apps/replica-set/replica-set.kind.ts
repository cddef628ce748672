import { defineKind } from '../../../src/plugin-api/index.js';
import { workloadScale } from '../workload-scale.js';
import { replicaSetColumns } from './replica-set.columns.js';
import { replicaSetStrategy } from './replica-set.strategy.js';
import { ReplicaSet } from './replica-set.v1.js';
import { FORMER_REPLICA_SET_VERSIONS } from './replica-set.former-versions.js';

/** ReplicaSet: keeps a number of equal pods running. */
export const replicaSetKind = defineKind<ReplicaSet>({
  kind: 'ReplicaSet',
  plural: 'replicasets',
  shortNames: ['rs'],
  categories: ['all'],
  namespaced: true,
  versions: [{ name: 'v1', type: ReplicaSet, introduced: '1.9' }, ...FORMER_REPLICA_SET_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'replicasets',
  quirks: { emptyObject: { spec: { replicas: 0 } } },
  strategy: replicaSetStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  scale: workloadScale<ReplicaSet>(),
  columns: replicaSetColumns,
  allowUnconditionalUpdate: true,
});
