import { DEDUCED_MERGE, type MergeType } from '../../schema/index.js';
import type { PathElement } from './path-element.js';

/** Returns the type of what a step of a field path leads to; undefined where the type has no such step. */
export function typeBelow(type: MergeType | undefined, element: PathElement): MergeType | undefined {
  const isMember = element[0] === 'f';
  if (type?.kind === 'map' && isMember) return type.member(element.slice(2))?.type ?? type.values;
  if (type?.kind === 'deduced' && isMember) return DEDUCED_MERGE;
  return type?.kind === 'list' && !isMember ? type.element : undefined;
}
