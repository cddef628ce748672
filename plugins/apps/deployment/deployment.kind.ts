import { defineKind } from '../../../src/plugin-api/index.js';
import { workloadScale } from '../workload-scale.js';
import { deploymentColumns } from './deployment.columns.js';
import { countsAsChange, deploymentStrategy } from './deployment.strategy.js';
import { Deployment } from './deployment.v1.js';
import { ROLLBACK_TO } from './rollback.js';

/** Deployment: keeps equal pods running and replaces them step by step. */
export const deploymentKind = defineKind<Deployment>({
  kind: 'Deployment',
  plural: 'deployments',
  shortNames: ['deploy'],
  categories: ['all'],
  namespaced: true,
  versions: [{ name: 'v1', type: Deployment }],
  formerVersions: ['apps/v1beta1', 'apps/v1beta2', 'extensions/v1beta1'],
  conversionAnnotations: [ROLLBACK_TO],
  storageVersion: 'v1',
  storagePrefix: 'deployments',
  strategy: deploymentStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec', 'metadata.labels'],
  scale: workloadScale<Deployment>(),
  columns: deploymentColumns,
  allowUnconditionalUpdate: true,
  generation: countsAsChange,
});
