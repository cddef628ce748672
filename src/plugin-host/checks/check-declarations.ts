import { formatApiVersion, isDns1123Subdomain } from '../../apimachinery/index.js';
import { CURRENT_RELEASE, minorOf } from '../../options/index.js';
import type { ApiGroupDeclaration } from '../../plugin-api/built-in.js';
import {
  type Column,
  type KindDefinition,
  type KindVersion,
  type VersionFeatures,
  columnsIn,
  storageApiVersion,
} from '../../registry/index.js';
import {
  ObjectMeta,
  ObjectShape,
  type StructLayout,
  findDeclarationFaults,
  metadataOf,
  shapeOf,
  toShape,
} from '../../schema/index.js';
import { checkBackend } from './check-backend.js';
import { checkGates, checkKindGates } from './check-gates.js';
import { checkHooks } from './check-hooks.js';
import { checkMembers } from './check-members.js';
import { checkMovedFields } from './check-moved-fields.js';
import { requiredOfKind } from './check-required.js';
import { checkRoles } from './check-roles.js';
import { checkShownFields } from './check-shown-fields.js';
import { checkStatusActions } from './check-status-actions.js';
import { checkTypeNames } from './check-type-names.js';
import { declaredSubresources } from './declared-subresources.js';
import { kindLabel } from '../mistakes/index.js';
import { describeConflicts, KindNameOwners } from '../catalogue/index.js';

type AnyKind = KindDefinition<never>;

/** A plugin class's declaration with the name mistakes are reported under. */
export interface NamedDeclaration {
  readonly plugin: string;
  readonly declaration: ApiGroupDeclaration;
  /** True if it is one of the server's own, which tests look through so that not every start has to. */
  readonly isOwn: boolean;
}

/** Finds every mistake in the declarations of plugins, and duplicate names; each text includes the fix. */
export function checkDeclarations(plugins: readonly NamedDeclaration[]): string[] {
  const others = plugins.filter(({ isOwn }) => !isOwn);
  const own = new Map(plugins.filter(({ isOwn }) => isOwn).map((each) => [each.declaration.group, each.plugin]));
  const mistakes = others.flatMap(({ plugin, declaration }) => [
    ...checkOwnGroup(plugin, declaration.group, own),
    ...checkGroup(plugin, declaration),
  ]);
  return [...mistakes, ...checkTypeNames(others), ...checkNamesTaken(plugins)];
}

/** Two plugins may share a group, but those of the server change with its releases. */
function checkOwnGroup(plugin: string, group: string, own: ReadonlyMap<string, string>): string[] {
  const owner = own.get(group);
  if (owner === undefined) return [];
  return [
    `${plugin}: group ${JSON.stringify(group)} is that of the built-in ${owner}; use a domain such as harbor.example.com`,
  ];
}

function checkGroup(plugin: string, declaration: ApiGroupDeclaration): string[] {
  const { group, versions, kinds, versionsOf = [], roles, featureGates = {} } = declaration;
  const mistakes = checkGroupName(plugin, group);
  if (versions.length === 0) mistakes.push(`${plugin}: group "${group}" names no versions; list at least one`);
  for (const version of versions) mistakes.push(...checkVersionName(plugin, version));
  const added = versionsOf.flatMap(({ of, versions: more }) => checkAddedVersions(plugin, of.resource, more));
  const ofKinds = kinds.flatMap((kind) => {
    return checkKind({ where: `${plugin}: ${kindLabel(kind)}`, kind, group, versions });
  });
  const gates = checkGates(plugin, { kinds, versionsOf, featureGates });
  return [
    ...mistakes,
    ...checkMembers(plugin, declaration),
    ...ofKinds,
    ...added,
    ...gates,
    ...checkRoles(plugin, roles),
  ];
}

/**
 * Finds every mistake in the declaration of a kind that is served at run time. Its names and those of its versions are
 * chosen by the caller: only their consistency is checked.
 */
export function checkRuntimeKind(where: string, group: string, kind: AnyKind): string[] {
  const missing = requiredOfKind(where, kind);
  if (missing.length > 0) return missing;
  const own = kind.versions.filter((version) => (version.group ?? group) === group);
  const checked = { where, kind, group, versions: own.map(({ name }) => name) };
  const names = [...checkGroupName(where, group), ...checkSubresourceNames(where, kind)];
  return [...names, ...checkShapes(checked), ...checkKindGates(where, kind)];
}

function checkGroupName(plugin: string, group: string): string[] {
  if (group === '' || isDns1123Subdomain(group).length === 0) return [];
  return [`${plugin}: group ${JSON.stringify(group)} cannot be; use a domain such as harbor.example.com`];
}

function checkVersionName(where: string, version: string): string[] {
  const isRight = /^v[1-9]\d*((alpha|beta)[1-9]\d*)?$/.test(version);
  return isRight ? [] : [`${where}: version "${version}" is malformed; use forms like v1, v1beta1`];
}

/** Versions that are added to a kind of another plugin, whose storage version is never among them. */
function checkAddedVersions(plugin: string, resource: string, versions: readonly KindVersion[]): string[] {
  return versions.flatMap((version) => {
    const where = `${plugin}: ${resource}/${version.name}`;
    return [
      ...checkVersionName(where, version.name),
      ...checkReleases(where, version),
      ...checkType({ where, version, hasStatus: version.hasStatus }),
      ...(isConversion(version.conversion) ? [] : [`${where}: has no conversion; give one with toHub and fromHub`]),
    ];
  });
}

/** A kind that is checked, with the group and versions of its plugin. */
interface CheckedKind {
  readonly where: string;
  readonly kind: AnyKind;
  readonly group: string;
  readonly versions: readonly string[];
}

function checkKind(checked: CheckedKind): string[] {
  const { where, kind } = checked;
  return [...checkNames(where, kind), ...checkBackend(where, kind), ...checkShapes(checked)];
}

function checkShapes(checked: CheckedKind): string[] {
  const { where, kind } = checked;
  return [
    ...checkVersions(checked),
    ...checkConversions(checked),
    ...kind.versions.flatMap((version) => {
      const place = `${where}/${version.name}`;
      const hasStatus = version.hasStatus ?? kind.hasStatus;
      return [...checkReleases(place, version), ...checkType({ where: place, version, hasStatus })];
    }),
    ...checkMovedFields(where, checked.group, kind),
    ...checkShownFields(where, checked.group, kind),
    ...checkHooks(where, kind),
    ...checkColumns(where, kind),
    ...checkStatusActions(where, kind),
    ...checkVerbs(where, kind),
    ...checkSelectors(where, kind),
  ];
}

/** The columns of the reference's kinds may be those of some releases only. */
function namesIn(columns: NonNullable<KindDefinition<never>['columns']>, release: string): string[] {
  return (columnsIn(columns as readonly Column[], release) ?? []).map(({ name }) => name);
}

/** Names are compared in capitals, as kubectl prints them. Columns that come at run time are those of a client. */
function checkColumns(where: string, kind: AnyKind): string[] {
  if (kind.versions.some(({ type }) => type instanceof ObjectShape)) return [];
  const own: readonly (readonly [string, KindDefinition<never>['columns']])[] = [
    [where, kind.columns],
    ...kind.versions.map(({ name, columns }) => [`${where}/${name}`, columns as AnyKind['columns']] as const),
  ];
  return own.flatMap(([place, columns = []]) =>
    repeated(namesIn(columns, CURRENT_RELEASE).map((name) => name.toUpperCase())).map(
      (name) => `${place}: two columns have the name "${name}"; rename one of them`,
    ),
  );
}

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const SUBRESOURCE_VERBS = ['create', 'delete', 'get', 'patch', 'update'];

function checkVerbs(where: string, kind: AnyKind): string[] {
  const declared = [kind, ...kind.versions];
  const subresources = declared.flatMap(declaredSubresources);
  return [
    ...declared.flatMap(({ verbs = [] }) => unknownVerbs(where, verbs, VERBS)),
    ...subresources.flatMap(({ name, verbs }) => unknownVerbs(`${where}/${name}`, verbs, SUBRESOURCE_VERBS)),
  ];
}

function unknownVerbs(where: string, verbs: readonly string[], known: readonly string[]): string[] {
  const unknown = verbs.filter((verb) => !known.includes(verb));
  return unknown.map((verb) => `${where}: there is no verb "${verb}"; use ${known.join(', ')}`);
}

function checkNames(where: string, kind: AnyKind): string[] {
  const mistakes: string[] = [];
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind.kind)) mistakes.push(`${where}: kind "${kind.kind}" must be in PascalCase`);
  if (!/^[a-z][a-z0-9]*$/.test(kind.plural)) {
    mistakes.push(`${where}: plural "${kind.plural}" must be lower-case letters and digits`);
  }
  return [...mistakes, ...checkSubresourceNames(where, kind)];
}

function checkSubresourceNames(where: string, kind: AnyKind): string[] {
  return [kind, ...kind.versions].flatMap((features) => checkSubresources(where, features));
}

function checkSubresources(where: string, features: VersionFeatures<never>): string[] {
  const declared = declaredSubresources(features);
  const taken = [
    ...declared.map(({ name }) => name),
    ...(features.hasStatus ? ['status'] : []),
    ...(features.scale ? ['scale'] : []),
  ];
  return repeated(taken).map((name) => `${where}: subresource "${name}" is declared twice; remove one`);
}

function checkVersions({ where, kind, group, versions }: CheckedKind): string[] {
  const mistakes: string[] = [];
  if (kind.versions.length === 0) mistakes.push(`${where}: has no versions; declare at least one`);
  for (const version of kind.versions) {
    if (version.group !== undefined && version.group !== group) {
      mistakes.push(...checkVersionName(where, version.name));
    } else if (!versions.includes(version.name)) {
      const list = versions.join(', ');
      mistakes.push(`${where}: version "${version.name}" is not among the group's versions (${list}); add it there`);
    }
  }
  const names = kind.versions.map((version) => apiVersionOf(group, version));
  for (const name of repeated(kind.versions.map((version) => versionName(group, version)))) {
    mistakes.push(`${where}: version "${name}" is declared twice; remove one`);
  }
  if (names.length > 0 && !names.includes(storageApiVersion(group, kind.storageVersion))) {
    const list = kind.versions.map((version) => version.name).join(', ');
    mistakes.push(`${where}: storage version "${kind.storageVersion}" is not one of its versions (${list})`);
  }
  return mistakes;
}

/** As a plugin's author would write it: the group is named if it is another one. */
function versionName(group: string, version: KindVersion): string {
  return (version.group ?? group) === group ? version.name : apiVersionOf(group, version);
}

function apiVersionOf(group: string, version: KindVersion): string {
  return formatApiVersion({ group: version.group ?? group, version: version.name });
}

function checkConversions({ where, kind, group }: CheckedKind): string[] {
  const storage = storageApiVersion(group, kind.storageVersion);
  if (kind.converter) return checkConverter(where, kind);
  return kind.versions.flatMap((version) => {
    const place = `${where}/${version.name}`;
    if (apiVersionOf(group, version) === storage) {
      return version.conversion ? [`${place}: the storage version is the hub and needs no conversion; remove it`] : [];
    }
    if (isConversion(version.conversion)) return [];
    return [`${place}: has no conversion; give one with toHub and fromHub (${kind.storageVersion} is the hub)`];
  });
}

function checkConverter(where: string, { converter, versions }: AnyKind): string[] {
  const own = versions.filter(({ conversion }) => conversion).map(({ name }) => name);
  return [
    ...(typeof converter?.convert === 'function' ? [] : [`${where}: its converter has no function convert; add one`]),
    ...own.map((name) => `${where}/${name}: the kind has a converter; remove the conversion`),
  ];
}

function isConversion(conversion: KindVersion['conversion']): boolean {
  return typeof conversion?.toHub === 'function' && typeof conversion.fromHub === 'function';
}

function checkReleases(where: string, { introduced, deprecated, removed }: KindVersion): string[] {
  const given = Object.entries({ introduced, deprecated, removed }).filter(([, release]) => release !== undefined);
  const malformed = given.filter(([, release]) => !/^1\.\d{1,3}$/.test(release!));
  if (malformed.length > 0) {
    return malformed.map(([what, release]) => `${where}: ${what} "${release}" is no release; write it as 1.21`);
  }
  const minors = given.map(([, release]) => minorOf(release!));
  const isOrdered = minors.every((minor, i) => i === 0 || minors[i - 1] <= minor);
  if (isOrdered && (introduced === undefined || introduced !== removed)) return [];
  return [`${where}: its releases are out of order; it is introduced first, then deprecated, then removed`];
}

/** One name cannot mean two things: values are computed once for all versions. */
function checkSelectors(where: string, kind: AnyKind): string[] {
  const known = new Map<string, unknown>(Object.entries(kind.selectableFields ?? {}));
  const clashing = kind.versions.flatMap(({ selectableFields = {} }) =>
    Object.entries(selectableFields).filter(([name, read]) => {
      const other = known.get(name);
      known.set(name, other ?? read);
      return other !== undefined && other !== read;
    }),
  );
  return clashing.map(
    ([name]) => `${where}: versions read the selectable field "${name}" in two ways; share one function`,
  );
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
}

/** A version whose shape is checked. */
interface CheckedType {
  readonly where: string;
  readonly version: Pick<KindVersion, 'type'>;
  readonly hasStatus: boolean | undefined;
}

function checkType({ where, version, hasStatus }: CheckedType): string[] {
  const type: unknown = version.type;
  const isShape = type instanceof ObjectShape;
  if (!isShape && (typeof type !== 'function' || !metadataOf(type)))
    return [`${where}: its type is no class with @ApiType; decorate it`];
  const faults = isShape ? [] : findDeclarationFaults(type as object);
  if (faults.length > 0) return faults.map((fault) => `${where}: ${fault}`);
  try {
    const shape = toShape(type as never);
    const members = checkRequiredFields(where, shape, { hasStatus });
    return [...members, ...checkAllNumbers(where, shape.protobuf)];
  } catch (error) {
    return [`${where}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function checkRequiredFields(where: string, shape: ObjectShape, { hasStatus }: { hasStatus?: boolean }): string[] {
  const mistakes = checkTopFields(where, shape);
  // A schema need not declare the status that it prunes.
  if (hasStatus && !shape.isUnstructured && !shape.hasMember('status')) {
    mistakes.push(`${where}: hasStatus is set but there is no "status" field`);
  }
  return mistakes;
}

/** The names at the top of an object that are the same for every kind. */
const TYPE_MEMBERS: ReadonlySet<string> = new Set(['kind', 'apiVersion']);

function checkTopFields(where: string, shape: ObjectShape): string[] {
  const { name } = shape;
  if (!shape.hasMember('metadata')) return [`${where}: has no "metadata" field; extend KubernetesObject`];
  const fields = shape.protobuf?.fields ?? [];
  const taken = fields.filter((field) => TYPE_MEMBERS.has(field.name));
  const metadata = fields.find((field) => field.name === 'metadata');
  const isMetadata = !metadata || metadata.struct?.name === shapeOf(ObjectMeta).name;
  return [
    ...taken.map(
      (field) => `${where}: ${name}.${field.name}: every object has a member of this name already; rename the field`,
    ),
    ...(isMetadata
      ? []
      : [`${where}: ${name}.metadata: is no ObjectMeta; extend KubernetesObject, and rename the field`]),
  ];
}

/** Layouts that nothing is wrong with, nor with those inside them: many kinds are made of the same ones. */
const SOUND = new WeakSet<StructLayout>();

function checkAllNumbers(where: string, layout: StructLayout | undefined): string[] {
  const visited = new Set<StructLayout>();
  const mistakes = checkNumbers(where, layout, visited);
  if (mistakes.length === 0) for (const each of visited) SOUND.add(each);
  return mistakes;
}

function checkNumbers(where: string, layout: StructLayout | undefined, visited: Set<StructLayout>): string[] {
  if (!layout || visited.has(layout) || SOUND.has(layout)) return [];
  visited.add(layout);
  const mistakes: string[] = [];
  const seen = new Map<number, string>();
  for (const { name, number, struct } of layout.ownFields) {
    const other = number === 0 ? undefined : seen.get(number);
    if (other) {
      mistakes.push(`${where}: ${layout.name}.${name}: field "${other}" has the number ${number} too; use another one`);
    }
    seen.set(number, name);
    mistakes.push(...checkNumbers(where, struct, visited));
  }
  return mistakes;
}

function checkNamesTaken(plugins: readonly NamedDeclaration[]): string[] {
  const owners = new KindNameOwners();
  const alike = repeated(plugins.map(({ plugin }) => plugin)).map(
    (name) =>
      `${name}: two plugins have this name, which identifies them in messages and logs; rename one of the classes`,
  );
  return [
    ...alike,
    ...plugins.flatMap(({ plugin, declaration }) =>
      declaration.kinds.flatMap((kind) => {
        const { group } = declaration;
        return describeConflicts(plugin, group, owners.takeFree({ owner: plugin }, group, kind));
      }),
    ),
  ];
}
