import { FieldPath, type Strategy } from '../../../src/plugin-api/index.js';
import { isSameValue } from '../values/same-value.js';
import { prepareTemplate, templateRules, templateWarnings, workloadNameWarnings } from '../pod/workload-template.js';
import { defaultReplicationController } from './replication-controller.defaults.js';
import type { ReplicationController } from './replication-controller.v1.js';
import {
  validateReplicationControllerSpec,
  validateReplicationControllerStatus,
  validateReplicationControllerUpdate,
} from './replication-controller.validation.js';

const TEMPLATE = FieldPath.of('spec', 'template');

/** The rules of replication controllers. */
export const replicationControllerStrategy: Strategy<ReplicationController> = {
  checksMetadataOnUpdate: true,
  prepareForCreate(controller, context) {
    controller.status = { replicas: 0 };
    prepareTemplate(controller.spec?.template, undefined, context);
  },

  prepareForUpdate(controller, old, context) {
    if (context.subresource === 'status') return;
    prepareTemplate(controller.spec?.template, old.spec?.template, context);
  },

  // A write through status may have lost the labels that the template gives.
  canonicalize: defaultReplicationController,

  validate: ({ spec }, context) => validateReplicationControllerSpec(spec ?? {}, templateRules(context)),
  validateUpdate: (controller, old, context) =>
    validateReplicationControllerUpdate(controller, old, templateRules(context, old.spec?.template)),
  validateStatusUpdate: validateReplicationControllerStatus,

  warningsOnCreate: ({ metadata, spec }) => [
    ...workloadNameWarnings(metadata),
    ...(spec?.template ? templateWarnings(spec.template, TEMPLATE) : []),
  ],
  // Of a changed controller the reference looks at the template it had.
  warningsOnUpdate: ({ spec }, old) =>
    old.spec?.template && !isSameValue(spec, old.spec) ? templateWarnings(old.spec.template, TEMPLATE) : [],
};
