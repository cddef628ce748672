import { FieldPath, type Strategy } from '../../../src/plugin-api/index.js';
import {
  dropDisabledMembers,
  type GatedMembers,
  isSameValue,
  prepareTemplate,
  templateRules,
  templateWarnings,
} from '../../core/index.js';
import type { DaemonSet, RollingUpdateDaemonSet } from './daemon-set.v1.js';
import { workloadUpdateRules } from '../selector.validation.js';
import { validateDaemonSetSpec, validateDaemonSetStatus, validateDaemonSetUpdate } from './daemon-set.validation.js';
import { setTemplateGeneration, templateGenerationOf } from './template-generation.js';

const TEMPLATE = FieldPath.of('spec', 'template');

const GATED: GatedMembers<RollingUpdateDaemonSet> = [['DaemonSetUpdateSurge', 'maxSurge']];

const rollingOf = ({ spec }: DaemonSet): RollingUpdateDaemonSet | undefined => spec?.updateStrategy?.rollingUpdate;

/** The rules of daemon sets. */
export const daemonSetStrategy: Strategy<DaemonSet> = {
  checksMetadataOnUpdate: true,
  prepareForCreate(set, context) {
    set.status = { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 };
    dropDisabledMembers({ now: rollingOf(set), old: undefined }, GATED, context.isEnabled);
    prepareTemplate(set.spec?.template, undefined, context);
    setTemplateGeneration(set, Math.max(templateGenerationOf(set), 1));
  },

  prepareForUpdate(set, old, context) {
    if (context.subresource === 'status') return setTemplateGeneration(set, templateGenerationOf(old));
    dropDisabledMembers({ now: rollingOf(set), old: rollingOf(old) }, GATED, context.isEnabled);
    prepareTemplate(set.spec?.template, old.spec?.template, context);
    const isChanged = !isSameValue(set.spec?.template, old.spec?.template);
    setTemplateGeneration(set, templateGenerationOf(old) + (isChanged ? 1 : 0));
  },

  validate: ({ spec }, context) => validateDaemonSetSpec(spec!, templateRules(context)),
  validateUpdate: (set, old, context) =>
    validateDaemonSetUpdate(set, old, workloadUpdateRules(context, old.spec?.template)),
  validateStatusUpdate: validateDaemonSetStatus,

  warningsOnCreate: ({ spec }) => templateWarnings(spec?.template, TEMPLATE),
  warningsOnUpdate: ({ spec }, old) =>
    isSameValue(spec?.template, old.spec?.template) ? [] : templateWarnings(spec?.template, TEMPLATE),
};
