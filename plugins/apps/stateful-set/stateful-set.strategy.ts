import { FieldPath, Quantity, type Strategy } from '../../../src/plugin-api/index.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';
import {
  dropDisabledMembers,
  type GatedMembers,
  isSameValue,
  prepareTemplate,
  templateRules,
  templateWarnings,
} from '../../core/index.js';
import type { StatefulSet, StatefulSetSpec } from './stateful-set.v1.js';
import {
  validateStatefulSet,
  validateStatefulSetStatus,
  validateStatefulSetUpdate,
} from './stateful-set.validation.js';

const SPEC = FieldPath.of('spec');
const TEMPLATE = SPEC.child('template');

const GATED: GatedMembers<StatefulSetSpec> = [
  ['StatefulSetMinReadySeconds', 'minReadySeconds'],
  ['StatefulSetAutoDeletePVC', 'persistentVolumeClaimRetentionPolicy'],
  ['StatefulSetStartOrdinal', 'ordinals'],
];

/** The rules of stateful sets. */
export const statefulSetStrategy: Strategy<StatefulSet> = {
  checksMetadataOnUpdate: true,
  prepareForCreate(set, context) {
    set.status = { replicas: 0, availableReplicas: 0 };
    dropDisabledMembers({ now: set.spec, old: undefined }, GATED, context.isEnabled);
    dropMaxUnavailable(set.spec, undefined, context.isEnabled);
    prepareTemplate(set.spec?.template, undefined, context);
  },

  prepareForUpdate(set, old, context) {
    if (context.subresource === 'status') return;
    dropDisabledMembers({ now: set.spec, old: old.spec }, GATED, context.isEnabled);
    dropMaxUnavailable(set.spec, old.spec, context.isEnabled);
    prepareTemplate(set.spec?.template, old.spec?.template, context);
  },

  validate: (set, context) => validateStatefulSet(set, templateRules(context)),
  validateUpdate: (set, old, context) =>
    validateStatefulSetUpdate(set, old, templateRules(context, old.spec?.template)),
  validateStatusUpdate: validateStatefulSetStatus,

  warningsOnCreate: ({ spec }) => [
    ...templateWarnings(spec?.template, TEMPLATE),
    ...claimWarnings(spec!, (claim) => claim),
    ...historyWarnings(spec),
  ],
  warningsOnUpdate: ({ spec }, old, { subresource }) => {
    if (subresource === 'status') return [];
    return [
      ...(isSameValue(spec, old.spec) ? [] : templateWarnings(spec?.template, TEMPLATE)),
      ...claimWarnings(spec!, (claim) => claim.child('Spec')),
      ...historyWarnings(spec),
    ];
  },
};

function historyWarnings(spec: StatefulSetSpec | undefined): string[] {
  if ((spec?.revisionHistoryLimit ?? 0) >= 0 || !hasRule({ since: '1.33' })) return [];
  const text = 'a negative value retains all historical revisions; a value >= 0 is recommended';
  return [`spec.revisionHistoryLimit: ${text}`];
}

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

/** The reference names the place of a claim's spec in two ways, and in neither as it is. */
function claimWarnings(
  { volumeClaimTemplates = [] }: StatefulSetSpec,
  pathOf: (claim: FieldPath) => FieldPath,
): string[] {
  return volumeClaimTemplates.flatMap(({ spec }, i) => {
    const place = pathOf(SPEC.child('volumeClaimTemplates').index(i)).child('resources');
    const { requests, limits } = spec?.resources ?? {};
    return [
      ...fractionWarnings(requests?.storage, place.child('requests')),
      ...fractionWarnings(limits?.storage, place.child('limits')),
    ];
  });
}

function fractionWarnings(amount: string | number | undefined, path: FieldPath): string[] {
  if (amount === undefined || Quantity.fromJson(amount).milliValue() % 1000n === 0n) return [];
  return [`${path.key('storage')}: fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`];
}
