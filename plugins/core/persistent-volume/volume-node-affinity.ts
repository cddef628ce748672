import { invalid, type FieldError, type FieldPath } from '../../../src/plugin-api/index.js';
import { goJson, goNil, goStruct, GoValue, IMMUTABLE_MESSAGE } from '../../../src/plugin-api/built-in.js';
import { goNodeSelectorTerms } from '../pod/validation/go-node-selector.js';
import { NodeSelector } from '../reference/reference.v1.js';
import { isSameValue } from '../values/same-value.js';
import type { VolumeNodeAffinity } from './persistent-volume.v1.js';

const REPLACED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'beta.kubernetes.io/os': 'kubernetes.io/os',
    'beta.kubernetes.io/arch': 'kubernetes.io/arch',
    'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
    'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
    'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
  }),
);

/** Checks a change of where a volume can be used: once set, only old names of labels may be replaced by the new ones. */
export function validateNodeAffinityChange(
  affinity: VolumeNodeAffinity | undefined,
  old: VolumeNodeAffinity | undefined,
  path: FieldPath,
): FieldError[] {
  if (!old || isSameValue(affinity, old)) return [];
  const renamed = withReplacedKeys(old, affinity);
  if (isSameValue(affinity, renamed)) return [];
  return [
    invalid(
      path,
      affinity ? goAffinity(affinity) : null,
      `${IMMUTABLE_MESSAGE}, except for updating from beta label to GA`,
    ),
  ];
}

function goAffinity({ required }: VolumeNodeAffinity): GoValue {
  const selector =
    required &&
    new GoValue(`&core.NodeSelector{NodeSelectorTerms:${goNodeSelectorTerms(required)}}`, () =>
      goJson(NodeSelector, required, {}),
    );
  return goStruct('core.VolumeNodeAffinity', { Required: selector ?? goNil('*core.NodeSelector') });
}

/** The old affinity with those keys replaced that the new one has replaced. */
function withReplacedKeys(old: VolumeNodeAffinity, next: VolumeNodeAffinity | undefined): VolumeNodeAffinity {
  const copy = structuredClone(old);
  for (const [t, term] of (copy.required?.nodeSelectorTerms ?? []).entries()) {
    for (const [e, expression] of (term.matchExpressions ?? []).entries()) {
      const key = next?.required?.nodeSelectorTerms?.[t]?.matchExpressions?.[e]?.key;
      // The reference takes an empty key for a renamed one; another rule refuses it.
      if (key === (REPLACED.get(expression.key) ?? '')) expression.key = key;
    }
  }
  return copy;
}
