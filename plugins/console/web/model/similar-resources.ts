import type { Resource } from '../api/discovery.js';

/** Resources that are suggested. */
const MOST = 5;
/** Letters that a name has in common with those that are meant. */
const COMMON = 4;

/** Returns resources whose names are like one that there is not: in another group, singular, short, or written wrongly. */
export function similarResources(resources: readonly Resource[], name: string): Resource[] {
  const wanted = name.toLowerCase();
  const start = wanted.slice(0, COMMON);
  const isSimilar = ({ resource, kind, shortNames }: Resource): boolean =>
    [resource, kind.toLowerCase(), ...shortNames].some(
      (each) => each === wanted || (start !== '' && each.startsWith(start)),
    );
  return resources.filter(isSimilar).slice(0, MOST);
}
