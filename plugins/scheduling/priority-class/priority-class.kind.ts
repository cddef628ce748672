import { defineKind } from '../../../src/plugin-api/index.js';
import { priorityClassColumns } from './priority-class.columns.js';
import { priorityClassStrategy } from './priority-class.strategy.js';
import { PriorityClass } from './priority-class.v1.js';

/** PriorityClass: a name for a priority of pods. */
export const priorityClassKind = defineKind<PriorityClass>({
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  shortNames: ['pc'],
  namespaced: false,
  versions: [{ name: 'v1', type: PriorityClass }],
  formerVersions: ['scheduling.k8s.io/v1beta1', 'scheduling.k8s.io/v1alpha1'],
  storageVersion: 'v1',
  storagePrefix: 'priorityclasses',
  strategy: priorityClassStrategy,
  allowUnconditionalUpdate: true,
  columns: priorityClassColumns,
});
