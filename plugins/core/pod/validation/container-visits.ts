import type { FieldPath } from '../../../../src/plugin-api/index.js';
import type { Container, EphemeralContainer } from '../shape/container.v1.js';
import type { PodSpec } from '../shape/pod.v1.js';

/** A container of any sort with its place in the pod spec. */
export interface PlacedContainer {
  readonly container: Container | EphemeralContainer;
  readonly path: FieldPath;
}

/** Returns all containers of a pod in the order in which rules look at them: init containers come first. */
export function placedContainers(spec: PodSpec, path: FieldPath): PlacedContainer[] {
  return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).map((container, i) => ({ container, path: path.child(list).index(i) })),
  );
}

/** Names of a pod's containers and init containers. */
export function containerNames(spec: Pick<PodSpec, 'containers' | 'initContainers'>): ReadonlySet<string> {
  return new Set([...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name));
}
