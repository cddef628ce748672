import type { PodSpec } from './pod.v1.js';
import type { Toleration } from './scheduling.v1.js';

/** Adds a toleration to a pod; one for the same taints is replaced, an equal one left alone (upstream: AddOrUpdateTolerationInPod). */
export function addToleration(spec: PodSpec, added: Toleration): void {
  const others = (spec.tolerations ?? []).filter((present) => !isForSameTaints(present, added));
  spec.tolerations = [...others, added];
}

function isForSameTaints(a: Toleration, b: Toleration): boolean {
  return (['key', 'operator', 'value', 'effect'] as const).every((member) => (a[member] || '') === (b[member] || ''));
}
