import type { FieldPath } from '../../../../src/plugin-api/index.js';
import type { Container, EphemeralContainer } from '../shape/container.v1.js';
import type { PodSpec } from '../shape/pod.v1.js';

/** A container of any sort with its place in the pod spec. */
export interface PlacedContainer {
  readonly container: Container | EphemeralContainer;
  readonly path: FieldPath;
}

const LISTS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** Nearly all rules find nothing wrong, and need no path. */
class ListedContainer implements PlacedContainer {
  constructor(
    readonly container: PlacedContainer['container'],
    private readonly list: FieldPath,
    private readonly index: number,
  ) {}

  get path(): FieldPath {
    return this.list.index(this.index);
  }
}

/** Returns all containers of a pod in the order in which rules look at them: init containers come first. */
export function placedContainers(spec: PodSpec, path: FieldPath): PlacedContainer[] {
  const placed: PlacedContainer[] = [];
  for (const list of LISTS) {
    const containers = spec[list];
    if (!containers?.length) continue;
    const place = path.child(list);
    containers.forEach((container, i) => placed.push(new ListedContainer(container, place, i)));
  }
  return placed;
}

/** Names of a pod's containers and init containers. */
export function containerNames(spec: Pick<PodSpec, 'containers' | 'initContainers'>): ReadonlySet<string> {
  return new Set([...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name));
}
