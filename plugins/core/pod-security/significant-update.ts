import { SECCOMP_PREFIX } from '../pod/validation/annotations.js';
import type { CheckedPod } from './checks/pod-check.js';

interface Named {
  readonly name: string;
  readonly image?: string;
}

/** Reports whether what changed of a pod is a matter of security: images, or containers that were added. */
export function isSignificantUpdate(pod: CheckedPod, old: CheckedPod): boolean {
  const isChanged = (container: Named, before: Named | undefined): boolean => {
    const key = `${SECCOMP_PREFIX}${container.name}`;
    return !before || container.image !== before.image || pod.annotations[key] !== old.annotations[key];
  };
  const isListChanged = (list: readonly Named[] = [], before: readonly Named[] = []): boolean =>
    list.length !== before.length || list.some((container, i) => isChanged(container, before[i]));
  const known = new Map((old.spec.ephemeralContainers ?? []).map((container) => [container.name, container]));
  return (
    isListChanged(pod.spec.containers, old.spec.containers) ||
    isListChanged(pod.spec.initContainers, old.spec.initContainers) ||
    (pod.spec.ephemeralContainers ?? []).some((container) => isChanged(container, known.get(container.name)))
  );
}
