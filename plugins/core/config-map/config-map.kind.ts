import { defineKind } from '../../../src/plugin-api/index.js';
import { configMapColumns } from './config-map.columns.js';
import { configMapStrategy } from './config-map.strategy.js';
import { ConfigMap } from './config-map.v1.js';

/** ConfigMap: configuration that is not secret. */
export const configMapKind = defineKind<ConfigMap>({
  kind: 'ConfigMap',
  plural: 'configmaps',
  shortNames: ['cm'],
  namespaced: true,
  versions: [{ name: 'v1', type: ConfigMap }],
  storageVersion: 'v1',
  strategy: configMapStrategy,
  allowUnconditionalUpdate: true,
  generation: 'none',
  columns: configMapColumns,
});
