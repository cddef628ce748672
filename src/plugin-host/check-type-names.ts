import type { ApiGroupDeclaration } from '../plugin-api/index.js';
import type { KindDefinition, KindVersion } from '../registry/index.js';
import { namedClasses } from '../schema/index.js';
import { declaredSubresources } from './declared-subresources.js';

/** A class that a plugin declares, and where. */
interface DeclaredClass {
  readonly apiClass: object;
  readonly place: string;
}

/**
 * Reports different classes of a plugin whose types have one name: documents, protobuf and field ownership know a type by its
 * name, and would show one of them in the place of the other.
 */
export function checkTypeNames(plugin: string, { kinds, versionsOf = [] }: ApiGroupDeclaration): string[] {
  const first = new Map<string, DeclaredClass>();
  const mistakes = new Set<string>();
  const declared = [
    ...kinds.flatMap((kind) => classesOfKind(kind as KindDefinition<never>)),
    ...versionsOf.flatMap(({ of, versions }) => classesOfVersions(of.resource, versions)),
  ];
  for (const { apiClass, place } of declared) {
    for (const [each, name] of namedClasses(apiClass)) {
      const known = first.get(name);
      if (!known) first.set(name, { apiClass: each, place });
      else if (known.apiClass !== each) mistakes.add(mistake(name, known, { apiClass: each, place }));
    }
  }
  return [...mistakes].map((text) => `${plugin}: ${text}`);
}

function mistake(name: string, ...classes: readonly DeclaredClass[]): string {
  const [one, other] = classes.map(({ apiClass, place }) => `${(apiClass as { name: string }).name} of ${place}`);
  return `${one} and ${other} both have the type name "${name}"; give each class one of its own in @ApiType`;
}

function classesOfKind(kind: KindDefinition<never>): DeclaredClass[] {
  const parts = [kind, ...kind.versions].flatMap(declaredSubresources);
  const bodies = parts.map((part) => ({
    apiClass: 'type' in part ? part.type : part.options,
    place: `${kind.kind}/${part.name}`,
  }));
  return [...classesOfVersions(kind.kind, kind.versions), ...bodies];
}

function classesOfVersions(kind: string, versions: readonly KindVersion[]): DeclaredClass[] {
  return versions.map(({ name, type }) => ({ apiClass: type, place: `${kind}/${name}` }));
}
