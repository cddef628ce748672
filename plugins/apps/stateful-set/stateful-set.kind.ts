import { defineKind, labelNameRule } from '../../../src/plugin-api/index.js';
import { workloadScale } from '../workload-scale.js';
import { statefulSetColumns } from './stateful-set.columns.js';
import { statefulSetStrategy } from './stateful-set.strategy.js';
import { StatefulSet } from './stateful-set.v1.js';

/** StatefulSet: keeps pods running that have names and storage of their own. */
export const statefulSetKind = defineKind<StatefulSet>({
  kind: 'StatefulSet',
  plural: 'statefulsets',
  shortNames: ['sts'],
  categories: ['all'],
  namespaced: true,
  versions: [{ name: 'v1', type: StatefulSet }],
  formerVersions: ['apps/v1beta1', 'apps/v1beta2'],
  storageVersion: 'v1',
  storagePrefix: 'statefulsets',
  nameRule: labelNameRule,
  strategy: statefulSetStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  scale: workloadScale<StatefulSet>(),
  columns: statefulSetColumns,
  allowUnconditionalUpdate: true,
});
