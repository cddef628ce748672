import type { ApiGroupDeclaration } from '../../plugin-api/built-in.js';
import type { KindDefinition, KindVersion } from '../../registry/index.js';
import { haveEqualFields, namedClasses } from '../../schema/index.js';
import { declaredSubresources } from './declared-subresources.js';

/** A plugin whose type names are compared, as messages name it. */
export interface NamingPlugin {
  readonly plugin: string;
  readonly declaration: Pick<ApiGroupDeclaration, 'kinds' | 'versionsOf'>;
}

/** A class that a plugin declares, and where. */
interface DeclaredClass {
  readonly apiClass: object;
  readonly place: string;
  readonly plugin: string;
}

/**
 * Reports different classes of plugins whose types have one name: documents, protobuf and field ownership know a type by its
 * name, and would show one of them in the place of the other. Plugins may each have a copy of a class.
 */
export function checkTypeNames(plugins: readonly NamingPlugin[]): string[] {
  const first = new Map<string, DeclaredClass>();
  const mistakes = new Set<string>();
  for (const { plugin, declaration } of plugins) {
    for (const { name, apiClass, place } of namesOf(declaration)) {
      const known = first.get(name);
      const declared = { apiClass, place, plugin };
      if (!known) first.set(name, declared);
      else if (!areInterchangeable(known, declared)) mistakes.add(mistake(name, known, declared));
    }
  }
  return [...mistakes];
}

function areInterchangeable(one: DeclaredClass, other: DeclaredClass): boolean {
  if (one.apiClass === other.apiClass) return true;
  return one.plugin !== other.plugin && haveEqualFields(one.apiClass, other.apiClass);
}

function mistake(name: string, one: DeclaredClass, other: DeclaredClass): string {
  const places = [one, other].map(({ apiClass, place }) => `${(apiClass as { name: string }).name} of ${place}`);
  const owner = one.plugin === other.plugin ? '' : ` of ${one.plugin}`;
  const both = `${places[0]}${owner} and ${places[1]} both have the type name "${name}"`;
  return `${other.plugin}: ${both}; give each class one of its own in @ApiType`;
}

type Declaration = NamingPlugin['declaration'];
type PlacedClass = Omit<DeclaredClass, 'plugin'>;

interface NamedClass extends PlacedClass {
  readonly name: string;
}

/** Plugins that are installed later are each compared with all that are there. */
const NAMES = new WeakMap<Declaration, readonly NamedClass[]>();

/** The classes of a plugin, each at the first place where it is used. */
function namesOf(declaration: Declaration): readonly NamedClass[] {
  let names = NAMES.get(declaration);
  if (!names) {
    const seen = new Set<object>();
    names = classesOf(declaration).flatMap(({ apiClass, place }) =>
      [...namedClasses(apiClass, seen)].map(([each, name]) => ({ name, apiClass: each, place })),
    );
    NAMES.set(declaration, names);
  }
  return names;
}

function classesOf({ kinds, versionsOf = [] }: Declaration): PlacedClass[] {
  return [
    ...kinds.flatMap((kind) => classesOfKind(kind as KindDefinition<never>)),
    ...versionsOf.flatMap(({ of, versions }) => classesOfVersions(of.resource, versions)),
  ];
}

function classesOfKind(kind: KindDefinition<never>): PlacedClass[] {
  const parts = [kind, ...kind.versions].flatMap(declaredSubresources);
  const bodies = parts.map((part) => ({
    apiClass: 'type' in part ? part.type : part.options,
    place: `${kind.kind}/${part.name}`,
  }));
  return [...classesOfVersions(kind.kind, kind.versions), ...bodies];
}

function classesOfVersions(kind: string, versions: readonly KindVersion[]): PlacedClass[] {
  return versions.map(({ name, type }) => ({ apiClass: type, place: `${kind}/${name}` }));
}
