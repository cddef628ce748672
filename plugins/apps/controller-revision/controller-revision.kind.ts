import { defineKind, type Strategy } from '../../../src/plugin-api/index.js';
import { controllerRevisionColumns } from './controller-revision.columns.js';
import { ControllerRevision } from './controller-revision.v1.js';
import { validateControllerRevision, validateControllerRevisionUpdate } from './controller-revision.validation.js';
import { FORMER_CONTROLLER_REVISION_VERSIONS } from './controller-revision.former-versions.js';

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
  versions: [{ name: 'v1', type: ControllerRevision, introduced: '1.9' }, ...FORMER_CONTROLLER_REVISION_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'controllerrevisions',
  strategy,
  columns: controllerRevisionColumns,
  allowUnconditionalUpdate: true,
  generation: 'none',
});
