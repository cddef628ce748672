import { defineKind } from '../../../src/plugin-api/index.js';
import { priorityLevelConfigurationColumns } from './priority-level-configuration.columns.js';
import { FORMER_PRIORITY_LEVEL_VERSIONS } from './priority-level-configuration.former-versions.js';
import { PriorityLevelConfiguration } from './priority-level-configuration.v1.js';
import {
  validatePriorityLevelConfiguration,
  validatePriorityLevelConfigurationStatus,
} from './priority-level-configuration.validation.js';

/** PriorityLevelConfiguration: how many requests of a kind are served at a time. */
export const priorityLevelConfigurationKind = defineKind<PriorityLevelConfiguration>({
  kind: 'PriorityLevelConfiguration',
  plural: 'prioritylevelconfigurations',
  namespaced: false,
  versions: [{ name: 'v1', type: PriorityLevelConfiguration, introduced: '1.29' }, ...FORMER_PRIORITY_LEVEL_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'prioritylevelconfigurations',
  strategy: {
    repeatedMetadataCheck: 'object',
    validate: validatePriorityLevelConfiguration,
    validateUpdate: validatePriorityLevelConfiguration,
    validateStatusUpdate: validatePriorityLevelConfigurationStatus,
  },
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec', 'metadata'],
  columns: priorityLevelConfigurationColumns,
  allowUnconditionalUpdate: true,
});
