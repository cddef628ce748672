import {
  formatTime,
  validateLabelSelector,
  FieldPath,
  type Strategy,
  type StrategyContext,
} from '../../../src/plugin-api/index.js';
import { isLabelValue } from '../../../src/plugin-api/built-in.js';
import { defaultImageVolume } from '../volume/volume.defaults.js';
import { syncAppArmor } from './validation/app-armor.js';
import { affinityTermsOf, dropDisabledPodFields, dropDisabledPodStatusFields } from './shape/disabled-fields.js';
import { resolveLabelKeys } from './shape/label-keys.js';
import { keepAllButResources } from './subresources/pod-resize.js';
import { syncServiceAccount } from './shape/pod.defaults.js';
import type { Pod, PodSpec } from './shape/pod.v1.js';
import type { PodCondition } from './shape/pod-status.v1.js';
import {
  validateEphemeralContainersUpdate,
  validatePod,
  validatePodResize,
  validatePodUpdate,
} from './validation/pod.validation.js';
import { appArmorWarning, podWarnings } from './warnings/pod.warnings.js';
import { qosClassOf } from './qos-class.js';
import { hasInvalidDeletionCost } from './validation/annotations.js';
import { validatePodStatusUpdate } from './validation/pod-status.js';
import type { PodRules } from './validation/rules.js';

/** The rules of pods. */
export const podStrategy: Strategy<Pod> = {
  checksMetadataOnUpdate: true,
  prepareForCreate(pod, context) {
    const spec = (pod.spec ??= {});
    pod.status = { phase: 'Pending', qosClass: qosClassOf(spec) };
    dropDisabledPodFields(spec, undefined, context);
    for (const volume of spec.volumes ?? []) defaultImageVolume(volume);
    if (context.isEnabled('MatchLabelKeysInPodAffinity')) resolveLabelKeys(pod);
    if (spec.schedulingGates?.length) pod.status.conditions = [gatedCondition()];
    for (const key of syncAppArmor(pod.metadata, spec)) {
      context.warn?.(appArmorWarning(FieldPath.of('metadata', 'annotations').key(key)));
    }
  },

  prepareForUpdate(pod, old, context) {
    if (context.subresource === 'status') return prepareStatus(pod, old, context);
    if (context.subresource === 'binding') return markScheduled(pod);
    if (context.subresource === 'ephemeralcontainers') keepAllButEphemeral(pod, old);
    if (context.subresource === 'resize') keepAllButResources(pod, old);
    dropDisabledPodFields(pod.spec, old.spec, context);
  },

  validate: (pod, context) => validatePod(pod, rulesFor(context)),

  validateUpdate(pod, old, context) {
    const rules = rulesFor(context, old);
    switch (context.subresource) {
      case 'binding':
        return [];
      case 'ephemeralcontainers':
        return validateEphemeralContainersUpdate(pod, old, rules);
      case 'resize':
        return validatePodResize(pod, old, rules);
      default:
        return validatePodUpdate(pod, old, rules);
    }
  },

  validateStatusUpdate: (pod, old, context) => validatePodStatusUpdate(pod, old, rulesFor(context, old)),

  canonicalize(pod) {
    if (pod.spec) syncServiceAccount(pod.spec);
  },

  warningsOnCreate: podWarnings,

  gracePeriodFor(pod, options) {
    const { spec, status } = pod;
    if (!spec?.nodeName || status?.phase === 'Failed' || status?.phase === 'Succeeded') return 0;
    const period = options.gracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 0;
    return period < 0 ? 1 : period;
  },
};

/** The stored pod or template: its faults are tolerated (ratcheting). */
export interface StoredPod {
  readonly spec?: PodSpec;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Returns the parameters of the rules for a pod spec; `old` is the stored object. */
export function podRules(
  context: StrategyContext,
  old: StoredPod | undefined,
  { isPod }: Pick<PodRules, 'isPod'>,
): PodRules {
  return {
    isEnabled: context.isEnabled,
    isPod,
    refusesPrivileged: context.refusesPrivileged,
    allowsInvalidSelectors: old?.spec !== undefined && hasInvalidSelector(old.spec),
    allowsInvalidNodeValues: old?.spec !== undefined && hasInvalidNodeValue(old.spec),
    allowsInvalidDeletionCost: hasInvalidDeletionCost(old?.annotations),
  };
}

function rulesFor(context: StrategyContext, old?: Pod): PodRules {
  return podRules(context, old && { spec: old.spec, annotations: old.metadata.annotations }, { isPod: true });
}

function hasInvalidSelector(spec: PodSpec): boolean {
  const terms = affinityTermsOf(spec).flatMap((term) => [term.labelSelector, term.namespaceSelector]);
  const spreads = (spec.topologySpreadConstraints ?? []).map((constraint) => constraint.labelSelector);
  return [...terms, ...spreads].some((selector) => validateLabelSelector(selector, FieldPath.of()).length > 0);
}

function hasInvalidNodeValue({ affinity }: PodSpec): boolean {
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  return terms.some(({ matchExpressions = [] }) =>
    matchExpressions.some(({ values = [] }) => values.some((value) => isLabelValue(value).length > 0)),
  );
}

/** A binding decides on the condition as well as on the node. */
function markScheduled(pod: Pod): void {
  const conditions = (pod.status?.conditions ?? []).filter((condition) => condition.type !== 'PodScheduled');
  conditions.push({ type: 'PodScheduled', status: 'True', lastTransitionTime: formatTime(new Date()) });
  pod.status = { ...pod.status, conditions };
}

function gatedCondition(): PodCondition {
  return {
    type: 'PodScheduled',
    status: 'False',
    lastTransitionTime: formatTime(new Date()),
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  };
}

function prepareStatus(pod: Pod, old: Pod, context: StrategyContext): void {
  pod.spec = structuredClone(old.spec);
  if (pod.status && old.status?.qosClass) pod.status.qosClass ||= old.status.qosClass;
  dropDisabledPodStatusFields(pod.status, context);
}

/** Of a write through `ephemeralcontainers` nothing else counts, not even who owns fields. */
function keepAllButEphemeral(pod: Pod, old: Pod): void {
  const { resourceVersion, uid } = pod.metadata;
  const ephemeralContainers = pod.spec?.ephemeralContainers;
  pod.metadata = { ...structuredClone(old.metadata), resourceVersion, uid };
  pod.spec = { ...structuredClone(old.spec), ephemeralContainers };
}
