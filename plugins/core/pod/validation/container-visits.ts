import type { FieldPath } from '../../../../src/plugin-api/index.js';
import type { Container, EphemeralContainer } from '../container.v1.js';
import type { PodSpec } from '../pod.v1.js';

/** A container of any sort with its place in the pod spec. */
export interface PlacedContainer {
  readonly container: Container | EphemeralContainer;
  readonly path: FieldPath;
}

/** All containers of a pod in the order in which rules look at them: init containers come first. */
export function placedContainers(spec: PodSpec, path: FieldPath): PlacedContainer[] {
  return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).map((container, i) => ({ container, path: path.child(list).index(i) })),
  );
}

/** Tells whether a pod has a container or init container of this name. */
export function hasContainer(spec: Pick<PodSpec, 'containers' | 'initContainers'>, name: string): boolean {
  return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].some((container) => container.name === name);
}
