import { FieldPath, Quantity, type Strategy } from '../../../src/plugin-api/index.js';
import { isSameValue, prepareTemplate, templateRules, templateWarnings } from '../../core/index.js';
import type { StatefulSet, StatefulSetSpec } from './stateful-set.v1.js';
import {
  validateStatefulSetSpec,
  validateStatefulSetStatus,
  validateStatefulSetUpdate,
} from './stateful-set.validation.js';

const SPEC = FieldPath.of('spec');

/** The rules of stateful sets. */
export const statefulSetStrategy: Strategy<StatefulSet> = {
  checksMetadataOnUpdate: true,
  prepareForCreate(set, context) {
    set.status = { replicas: 0, availableReplicas: 0 };
    dropMaxUnavailable(set.spec, undefined, context.isEnabled);
    prepareTemplate(set.spec?.template, undefined, context);
  },

  prepareForUpdate(set, old, context) {
    if (context.subresource === 'status') return;
    dropMaxUnavailable(set.spec, old.spec, context.isEnabled);
    prepareTemplate(set.spec?.template, old.spec?.template, context);
  },

  validate: ({ spec }, context) => validateStatefulSetSpec(spec!, templateRules(context)),
  validateUpdate: (set, old, context) =>
    validateStatefulSetUpdate(set, old, templateRules(context, old.spec?.template)),
  validateStatusUpdate: validateStatefulSetStatus,

  warningsOnCreate: ({ spec }) => warningsOf(spec!),
  warningsOnUpdate: ({ spec }, old) => (isSameValue(spec, old.spec) ? [] : warningsOf(spec!)),
};

function dropMaxUnavailable(
  spec: StatefulSetSpec | undefined,
  old: StatefulSetSpec | undefined,
  isEnabled: (gate: string) => boolean,
): void {
  const rolling = spec?.updateStrategy?.rollingUpdate;
  if (!rolling) return;
  if (isEnabled('MaxUnavailableStatefulSet')) rolling.maxUnavailable ??= 1;
  else if (old?.updateStrategy?.rollingUpdate?.maxUnavailable === undefined) delete rolling.maxUnavailable;
}

function warningsOf(spec: StatefulSetSpec): string[] {
  const warnings = templateWarnings(spec.template, SPEC.child('template'));
  for (const [i, claim] of (spec.volumeClaimTemplates ?? []).entries()) {
    const amount = claim.spec?.resources?.requests?.storage;
    if (amount === undefined || Quantity.fromJson(amount).milliValue() % 1000n === 0n) continue;
    const path = SPEC.child('volumeClaimTemplates').index(i).child('spec', 'resources', 'requests').key('storage');
    warnings.push(`${path}: fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`);
  }
  if ((spec.revisionHistoryLimit ?? 0) < 0) {
    const text = 'a negative value retains all historical revisions; a value >= 0 is recommended';
    warnings.push(`${SPEC.child('revisionHistoryLimit')}: ${text}`);
  }
  return warnings;
}
