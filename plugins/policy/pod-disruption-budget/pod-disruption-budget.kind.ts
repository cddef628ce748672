import { defineKind } from '../../../src/plugin-api/index.js';
import { isPathSegmentName, isPathSegmentPrefix } from '../../../src/plugin-api/built-in.js';
import { podDisruptionBudgetColumns } from './pod-disruption-budget.columns.js';
import { podDisruptionBudgetStrategy } from './pod-disruption-budget.strategy.js';
import { PodDisruptionBudget } from './pod-disruption-budget.v1.js';
import { FORMER_POD_DISRUPTION_BUDGET_VERSIONS } from './pod-disruption-budget.former-versions.js';

/** PodDisruptionBudget: limits how many pods go at a time by evictions. */
export const podDisruptionBudgetKind = defineKind<PodDisruptionBudget>({
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  shortNames: ['pdb'],
  namespaced: true,
  versions: [{ name: 'v1', type: PodDisruptionBudget, introduced: '1.21' }, ...FORMER_POD_DISRUPTION_BUDGET_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'poddisruptionbudgets',
  nameRule: (name, isPrefix) => (isPrefix ? isPathSegmentPrefix(name) : isPathSegmentName(name)),
  quirks: { allowsPlainFinalizers: true },
  strategy: podDisruptionBudgetStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  columns: podDisruptionBudgetColumns,
});
