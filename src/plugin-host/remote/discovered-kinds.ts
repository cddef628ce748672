import { formatApiVersion } from '../../apimachinery/index.js';
import { type KindDefinition, ResolvedKind, sameShape } from '../../registry/index.js';
import { StructuralShape } from '../../schema/index.js';

/** The members of a resource list of discovery that matter here. */
export interface DiscoveredResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced?: boolean;
  readonly verbs?: readonly string[];
}

/** Objects with any members. */
export const ANY_OBJECT = new StructuralShape('AnyObject', {
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
});

/** The verbs without which a collector can do nothing (upstream: GetDeletableResources). */
const NEEDED = ['delete', 'list', 'watch'];

/** Reports whether the objects of a resource can be followed and deleted. */
export function isCollectable({ name, verbs = [] }: DiscoveredResource): boolean {
  return !name.includes('/') && NEEDED.every((verb) => verbs.includes(verb));
}

/** Returns a kind as discovery describes it, in versions of which the first is read. */
export function kindOf(group: string, resource: DiscoveredResource, versions: readonly string[]): ResolvedKind {
  const { name: plural, kind, namespaced = false } = resource;
  const [first] = versions;
  const declared = versions.map((name) => ({
    name,
    type: ANY_OBJECT,
    ...(name !== first && { conversion: sameShape }),
  }));
  const definition: KindDefinition = { kind, plural, namespaced, versions: declared, storageVersion: first };
  return new ResolvedKind(group, definition);
}

/** Returns the path of the resources of a group version. */
export function versionPath(group: string, version: string): string {
  return `${group === '' ? '/api' : '/apis'}/${formatApiVersion({ group, version })}`;
}
