import { defineKind } from '../../../src/plugin-api/index.js';
import { daemonSetColumns } from './daemon-set.columns.js';
import { daemonSetStrategy } from './daemon-set.strategy.js';
import { DaemonSet } from './daemon-set.v1.js';
import { TEMPLATE_GENERATION } from './template-generation.js';
import { FORMER_DAEMON_SET_VERSIONS } from './daemon-set.former-versions.js';

/** DaemonSet: keeps one pod running on each node. */
export const daemonSetKind = defineKind<DaemonSet>({
  kind: 'DaemonSet',
  plural: 'daemonsets',
  shortNames: ['ds'],
  categories: ['all'],
  namespaced: true,
  versions: [{ name: 'v1', type: DaemonSet, introduced: '1.9' }, ...FORMER_DAEMON_SET_VERSIONS],
  conversionAnnotations: [TEMPLATE_GENERATION],
  quirks: { emptyObject: { metadata: { annotations: { [TEMPLATE_GENERATION]: '0' } } } },
  storageVersion: 'v1',
  storagePrefix: 'daemonsets',
  strategy: daemonSetStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  columns: daemonSetColumns,
  allowUnconditionalUpdate: true,
});
