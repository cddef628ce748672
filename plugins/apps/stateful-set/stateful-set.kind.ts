import { defineKind } from '../../../src/plugin-api/index.js';
import { labelNameRule } from '../../../src/plugin-api/built-in.js';
import { workloadScale } from '../workload-scale.js';
import { statefulSetColumns } from './stateful-set.columns.js';
import { statefulSetStrategy } from './stateful-set.strategy.js';
import { StatefulSet } from './stateful-set.v1.js';
import { FORMER_STATEFUL_SET_VERSIONS } from './stateful-set.former-versions.js';

/** StatefulSet: keeps pods running that have their own names and storage. */
export const statefulSetKind = defineKind<StatefulSet>({
  kind: 'StatefulSet',
  plural: 'statefulsets',
  shortNames: ['sts'],
  categories: ['all'],
  namespaced: true,
  versions: [{ name: 'v1', type: StatefulSet, introduced: '1.9' }, ...FORMER_STATEFUL_SET_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'statefulsets',
  nameRule: labelNameRule,
  quirks: { emptyObject: { spec: { replicas: 0 } } },
  strategy: statefulSetStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  scale: workloadScale<StatefulSet>(),
  columns: statefulSetColumns,
  allowUnconditionalUpdate: true,
});
