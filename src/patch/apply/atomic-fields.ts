import type { MapMerge, MergeType } from '../../schema/index.js';
import { type PathElement, memberElement } from '../ownership/index.js';
import { isPlain } from '../plain.js';
import { showPath } from './show-element.js';

/**
 * Finds the lists, maps and structs in a configuration that are owned as a whole, as messages show their paths (upstream:
 * patch.findAtomics). Members of maps are not looked at, only those that structs declare. The configuration fits its type.
 */
export function findAtomicFields(type: MergeType, configuration: unknown): string[] {
  const search = new AtomicSearch();
  search.value(type, configuration);
  return search.found;
}

class AtomicSearch {
  readonly found: string[] = [];
  private readonly path: PathElement[] = [];

  value(type: MergeType, value: unknown): void {
    if (Array.isArray(value)) this.list(type, value);
    else if (isPlain(value)) this.members(type, value);
  }

  private list(type: MergeType, value: readonly unknown[]): void {
    if (type.kind !== 'list') this.add();
    value.forEach((element, i) => {
      this.path.push(`i:${i}`);
      this.value(elementTypeOf(type), element);
      this.path.pop();
    });
  }

  private members(type: MergeType, value: Record<string, unknown>): void {
    if (type.kind === 'leaf') this.add();
    const struct = structOf(type);
    for (const name of struct ? Object.keys(value) : []) {
      const member = struct!.member(name);
      if (!member) continue;
      this.path.push(memberElement(name));
      this.value(member.type, value[name]);
      this.path.pop();
    }
  }

  private add(): void {
    this.found.push(showPath(this.path));
  }
}

/** Elements of a list without a declared type are owned as a whole, too. */
function elementTypeOf(type: MergeType): MergeType {
  if (type.kind === 'list') return type.element;
  const content = type.kind === 'leaf' ? type.content : undefined;
  return typeof content === 'object' && content.kind === 'atomic-list' ? content.element : { kind: 'leaf' };
}

function structOf(type: MergeType): MapMerge | undefined {
  if (type.kind === 'map') return type;
  const content = type.kind === 'leaf' ? type.content : undefined;
  return typeof content === 'object' && content.kind === 'map' ? content : undefined;
}
