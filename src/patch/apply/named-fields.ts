import type { MergeType } from '../../schema/index.js';
import { type FieldSet, FieldSetBuilder, type PathElement, typeBelow } from '../ownership/index.js';

/**
 * Returns a set together with the declared members that lead to its paths (upstream: EnsureNamedFieldsAreMembers):
 * structs are without owners, so they are in no set, but they go with the last of what they hold.
 */
export function withNamedFields(set: FieldSet, type: MergeType | undefined): FieldSet {
  const builder = new FieldSetBuilder();
  for (const [element, { isMember, below }] of set.entries()) {
    if (!below) {
      builder.add(element);
      continue;
    }
    const named = withNamedFields(below, typeBelow(type, element));
    if (isMember || isDeclared(type, element)) builder.addTree(element, named);
    else builder.addBelow(element, named);
  }
  return builder.build();
}

function isDeclared(type: MergeType | undefined, element: PathElement): boolean {
  return type?.kind === 'map' && element[0] === 'f' && type.member(element.slice(2)) !== undefined;
}
