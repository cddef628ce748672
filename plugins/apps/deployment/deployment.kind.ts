import { defineKind } from '../../../src/plugin-api/index.js';
import { workloadScale } from '../workload-scale.js';
import { deploymentColumns } from './deployment.columns.js';
import { countsAsChange, deploymentStrategy } from './deployment.strategy.js';
import { Deployment } from './deployment.v1.js';
import { ROLLBACK_TO } from './rollback.js';
import { FORMER_DEPLOYMENT_VERSIONS } from './deployment.former-versions.js';

/** Deployment: keeps equal pods running and replaces them step by step. */
export const deploymentKind = defineKind<Deployment>({
  kind: 'Deployment',
  plural: 'deployments',
  shortNames: ['deploy'],
  categories: ['all'],
  namespaced: true,
  versions: [{ name: 'v1', type: Deployment, introduced: '1.9' }, ...FORMER_DEPLOYMENT_VERSIONS],
  conversionAnnotations: [ROLLBACK_TO],
  storageVersion: 'v1',
  storagePrefix: 'deployments',
  quirks: { emptyObject: { spec: { replicas: 0 } } },
  strategy: deploymentStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec', 'metadata.labels'],
  scale: workloadScale<Deployment>(),
  columns: deploymentColumns,
  allowUnconditionalUpdate: true,
  generation: countsAsChange,
});
