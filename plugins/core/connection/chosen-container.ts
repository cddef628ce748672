import { badRequest } from '../../../src/plugin-api/index.js';
import type { Pod } from '../pod/pod.v1.js';

/** The container that is meant: the one that is named, or the only one; 400 otherwise. */
export function chosenContainer({ metadata, spec }: Pod, named = ''): string {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec ?? {};
  if (named !== '') {
    const all = [...initContainers, ...containers, ...ephemeralContainers];
    if (all.some(({ name }) => name === named)) return named;
    throw badRequest(`container ${named} is not valid for pod ${metadata.name}`);
  }
  if (containers.length === 1) return containers[0].name;
  const names = (some: readonly { readonly name: string }[]): string => `[${some.map(({ name }) => name).join(' ')}]`;
  const regular = containers.length > 0 ? `, choose one of: ${names(containers)}` : '';
  const initial =
    regular !== '' && initContainers.length > 0 ? ` or one of the init containers: ${names(initContainers)}` : '';
  throw badRequest(`a container name must be specified for pod ${metadata.name}${regular}${initial}`);
}
