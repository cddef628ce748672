import { badRequest } from '../../../src/plugin-api/index.js';
import type { Pod } from '../pod/shape/pod.v1.js';

/** Returns the container that is meant: the one that is named, or the only one; 400 otherwise. */
export function chosenContainer({ metadata, spec }: Pod, named = ''): string {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec ?? {};
  const all = [...initContainers, ...containers, ...ephemeralContainers];
  if (named !== '') {
    if (all.some(({ name }) => name === named)) return named;
    throw badRequest(`container ${named} is not valid for pod ${metadata.name}`);
  }
  if (containers.length === 1) return containers[0].name;
  const choice = containers.length > 0 ? `, choose one of: [${all.map(({ name }) => name).join(' ')}]` : '';
  throw badRequest(`a container name must be specified for pod ${metadata.name}${choice}`);
}
