import { defineKind } from '../../../src/plugin-api/index.js';
import { podTemplateColumns } from './pod-template.columns.js';
import { podTemplateStrategy } from './pod-template.strategy.js';
import { PodTemplate } from './pod-template.v1.js';

/** PodTemplate: a stored description of pods. */
export const podTemplateKind = defineKind<PodTemplate>({
  kind: 'PodTemplate',
  plural: 'podtemplates',
  namespaced: true,
  versions: [{ name: 'v1', type: PodTemplate }],
  storageVersion: 'v1',
  strategy: podTemplateStrategy,
  columns: podTemplateColumns,
  allowUnconditionalUpdate: true,
  variants: [{ until: '1.20', generation: 'none' }],
  deleteReturnsObject: true,
});
