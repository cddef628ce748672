import { defineKind, type Strategy } from '../../../src/plugin-api/index.js';
import { controllerRevisionColumns } from './controller-revision.columns.js';
import { ControllerRevision } from './controller-revision.v1.js';
import { validateControllerRevision, validateControllerRevisionUpdate } from './controller-revision.validation.js';

const strategy: Strategy<ControllerRevision> = {
  checksMetadataOnUpdate: true,
  validate: validateControllerRevision,
  validateUpdate: validateControllerRevisionUpdate,
};

/** ControllerRevision: a former state of a workload, to return to. */
export const controllerRevisionKind = defineKind<ControllerRevision>({
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  namespaced: true,
  versions: [{ name: 'v1', type: ControllerRevision }],
  formerVersions: ['apps/v1beta1', 'apps/v1beta2'],
  storageVersion: 'v1',
  storagePrefix: 'controllerrevisions',
  strategy,
  columns: controllerRevisionColumns,
  allowUnconditionalUpdate: true,
  generation: 'none',
});
