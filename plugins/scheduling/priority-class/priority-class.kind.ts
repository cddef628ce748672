import { defineKind } from '../../../src/plugin-api/index.js';
import { priorityClassColumns } from './priority-class.columns.js';
import { priorityClassStrategy } from './priority-class.strategy.js';
import { PriorityClass } from './priority-class.v1.js';
import { FORMER_PRIORITY_CLASS_VERSIONS } from './priority-class.former-versions.js';

/** PriorityClass: a name for a priority of pods. */
export const priorityClassKind = defineKind<PriorityClass>({
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  shortNames: ['pc'],
  namespaced: false,
  versions: [{ name: 'v1', type: PriorityClass, introduced: '1.14' }, ...FORMER_PRIORITY_CLASS_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'priorityclasses',
  strategy: priorityClassStrategy,
  generation: () => false,
  allowUnconditionalUpdate: true,
  columns: priorityClassColumns,
});
