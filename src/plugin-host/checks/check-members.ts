import { didYouMean } from '../../options/index.js';
import {
  type ApiGroupDeclaration,
  type ClusterKind,
  type ClusterResource,
  optionsOfDeclaration,
} from '../../plugin-api/built-in.js';
import type { Column, KindDefinition, KindVersion, VersionFeatures } from '../../registry/index.js';
import { type FieldMetadata, ObjectShape, REFERENCE_TYPES, metadataOf, namedClasses } from '../../schema/index.js';
import type { DeclaredClusterKind } from '../remote/index.js';
import { kindLabel } from '../mistakes/index.js';
import {
  API_TYPE,
  CLUSTER_KIND,
  CLUSTER_RESOURCE,
  COLUMN,
  COLUMN_TYPES,
  CONNECTION,
  FIELD,
  KIND,
  PLUGIN,
  RECORDED,
  RELEASE_COLUMN,
  SCALE,
  STRATEGY,
  SUBRESOURCE,
  VERSION,
  VERSIONS_OF,
} from './known-members.js';

/** Members that a declaration may have. */
type Known = Readonly<Record<string, true>>;

/**
 * Finds members that declarations of a plugin do not have: they would be ignored, and not all authors check types. Each text
 * begins with the plugin and what it is about.
 */
export function checkMembers(plugin: string, declaration: ApiGroupDeclaration): string[] {
  const { kinds, versionsOf = [], clusterKinds = [] } = declaration;
  const seen = new Set<object>();
  return [
    ...unknownMembers(`${plugin}: @ApiGroupPlugin`, optionsOfDeclaration(declaration), PLUGIN),
    ...kinds.flatMap((kind) => membersOfKind(`${plugin}: ${kindLabel(kind)}`, kind, seen)),
    ...versionsOf.flatMap((added) => [
      ...unknownMembers(`${plugin}: versionsOf "${added.of.resource}"`, added, VERSIONS_OF),
      ...added.versions.flatMap((version) => membersOfVersion(`${plugin}: ${added.of.resource}`, version, seen)),
    ]),
    ...clusterKinds.flatMap((each, i) => membersOfClusterKind(`${plugin}: clusterKinds[${i}]`, each)),
  ];
}

function membersOfClusterKind(where: string, declared: DeclaredClusterKind): string[] {
  if (typeof declared === 'function') return [];
  const names = declared as Partial<ClusterResource> | null | undefined;
  if (names && 'definition' in names) {
    return [...unknownMembers(where, declared, CLUSTER_KIND), ...typesOfClusterKind(where, declared as ClusterKind)];
  }
  if (typeof names?.group !== 'string' || !names.resource)
    return [`${where} names no kind; give a class, or { group: 'apps', resource: 'deployments' }`];
  return unknownMembers(where, declared, CLUSTER_RESOURCE);
}

/** The types of a kind of the cluster are not checked as those of the plugin's own kinds are. */
function typesOfClusterKind(where: string, { definition }: ClusterKind): string[] {
  const versions = (definition as Partial<KindDefinition> | undefined)?.versions;
  if (!Array.isArray(versions)) return [`${where}: its definition does not come from defineKind`];
  return (versions as readonly KindVersion[]).flatMap(({ name, type }) => {
    if (type instanceof ObjectShape || (typeof type === 'function' && metadataOf(type))) return [];
    return [
      `${where}: the type of version ${name} carries no @ApiType; give a class with it, or name the resource instead`,
    ];
  });
}

function membersOfKind(where: string, kind: KindDefinition<never>, seen: Set<object>): string[] {
  return [
    ...unknownMembers(where, kind, KIND),
    ...unknownMembers(`${where}: strategy`, kind.strategy, STRATEGY),
    ...membersOfColumns(where, kind, kind.versions[0]?.type),
    ...membersOfFeatures(where, kind, seen),
    ...kind.versions.flatMap((version) => membersOfVersion(where, version, seen)),
  ];
}

function membersOfVersion(kind: string, version: KindVersion, seen: Set<object>): string[] {
  const where = `${kind}/${version.name}`;
  return [
    ...unknownMembers(where, version, VERSION),
    ...membersOfColumns(where, version, version.type),
    ...membersOfFeatures(where, version, seen),
    ...membersOfTypes(where, version.type, seen),
  ];
}

/** The columns of the reference's kinds may be those of some releases only. */
function membersOfColumns(where: string, { columns = [] }: VersionFeatures<never>, type: unknown): string[] {
  const name = typeof type === 'function' ? metadataOf(type)?.name : undefined;
  const known = name?.startsWith(REFERENCE_TYPES) ? RELEASE_COLUMN : COLUMN;
  return columns.flatMap((column) => membersOfColumn(`${where}: column "${column.name}"`, column, known));
}

function membersOfFeatures(where: string, features: VersionFeatures<never>, seen: Set<object>): string[] {
  const { subresources = [], connections = [], scale = {} } = features;
  return [
    ...unknownMembers(`${where}: scale`, scale, SCALE),
    ...subresources.flatMap((each) => [
      ...unknownMembers(`${where}/${each.name}`, each, SUBRESOURCE),
      ...membersOfTypes(`${where}/${each.name}`, each.type, seen),
    ]),
    ...connections.flatMap((each) => [
      ...unknownMembers(`${where}/${each.name}`, each, CONNECTION),
      ...membersOfTypes(`${where}/${each.name}`, each.options, seen),
    ]),
  ];
}

function membersOfColumn(where: string, column: Column<never>, known: Known): string[] {
  const members = unknownMembers(where, column, known);
  const { type } = column;
  if (Object.hasOwn(COLUMN_TYPES, type)) return members;
  const types = Object.keys(COLUMN_TYPES);
  const longer = types.find((each) => each.startsWith(type));
  const remedy = longer === undefined ? `Use ${types.join(', ')}.` : `Did you mean ${longer}?`;
  return [...members, `${where}: unknown type "${String(type)}". ${didYouMean(type, types, remedy)}`];
}

/** Options of a class and of those inside it, and of their fields; `seen` ones have been looked at. */
function membersOfTypes(where: string, type: unknown, seen: Set<object>): string[] {
  if (typeof type !== 'function') return [];
  return [...namedClasses(type, seen)].flatMap(([each, name]) => {
    const { fields, checks: _checks, ...options } = metadataOf(each)!;
    const ofFields = fields.flatMap((field) =>
      unknownMembers(`${where}: ${name}.${field.name}`, optionsOf(field), FIELD),
    );
    return [...unknownMembers(`${where}: ${name}: @ApiType`, options, API_TYPE), ...ofFields];
  });
}

function optionsOf(field: FieldMetadata): object {
  return Object.fromEntries(Object.entries(field).filter(([name]) => !Object.hasOwn(RECORDED, name)));
}

/** Class instances are left alone: what else they have is their own. Members that are undefined have no effect. */
function unknownMembers(where: string, declared: unknown, known: Known): string[] {
  if (typeof declared !== 'object' || declared === null) return [];
  const prototype: unknown = Object.getPrototypeOf(declared);
  if (prototype !== Object.prototype && prototype !== null) return [];
  return Object.entries(declared)
    .filter(([name, value]) => value !== undefined && !Object.hasOwn(known, name))
    .map(([name]) => `${where}: unknown member "${name}". ${didYouMean(name, Object.keys(known), 'Remove it.')}`);
}
