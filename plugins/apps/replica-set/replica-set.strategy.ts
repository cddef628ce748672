import { FieldPath, type Strategy } from '../../../src/plugin-api/index.js';
import {
  isSameValue,
  prepareTemplate,
  templateRules,
  templateWarnings,
  workloadNameWarnings,
} from '../../core/index.js';
import type { ReplicaSet } from './replica-set.v1.js';
import { workloadUpdateRules } from '../selector.validation.js';
import {
  validateReplicaSetSpec,
  validateReplicaSetStatus,
  validateReplicaSetUpdate,
} from './replica-set.validation.js';

const TEMPLATE = FieldPath.of('spec', 'template');

/** The rules of replica sets. */
export const replicaSetStrategy: Strategy<ReplicaSet> = {
  checksMetadataOnUpdate: true,
  prepareForCreate(set, context) {
    set.status = { replicas: 0 };
    prepareTemplate(set.spec?.template, undefined, context);
  },

  prepareForUpdate(set, old, context) {
    if (context.subresource === 'status') return;
    prepareTemplate(set.spec?.template, old.spec?.template, context);
  },

  validate: ({ spec }, context) => validateReplicaSetSpec(spec!, templateRules(context)),
  validateUpdate: (set, old, context) =>
    validateReplicaSetUpdate(set, old, workloadUpdateRules(context, old.spec?.template)),
  validateStatusUpdate: validateReplicaSetStatus,

  warningsOnCreate: ({ metadata, spec }) => [
    ...workloadNameWarnings(metadata),
    ...templateWarnings(spec?.template, TEMPLATE),
  ],
  warningsOnUpdate: ({ spec }, old) => (isSameValue(spec, old.spec) ? [] : templateWarnings(spec?.template, TEMPLATE)),
};
