import {
  type ApiObject,
  FIELD_ERRORS,
  type FieldError,
  type GroupVersionKind,
  type GroupVersionResource,
  formatApiVersion,
} from '../../apimachinery/index.js';
import { CURRENT_RELEASE, NEWEST_RELEASE, minorOf } from '../../options/index.js';
import { type ObjectShape, toShape, variantIn } from '../../schema/index.js';
import { columnsIn } from './columns.js';
import type { ConnectionDefinition } from './connection-definition.js';
import { guardHook } from './hook-failure.js';
import type {
  Column,
  Conversion,
  KindDefinition,
  KindVersion,
  ScaleDefinition,
  ScaleForm,
  SubresourceDefinition,
} from './kind-definition.js';

/** A subresource whose declaration is complete. */
export type ResolvedSubresource = SubresourceDefinition &
  Required<Pick<SubresourceDefinition, 'group' | 'version' | 'kind'>>;

/** One version of a kind with everything that is looked up per request worked out. */
export interface ResolvedVersion {
  readonly name: string;
  readonly group: string;
  /** As objects carry it: `apps/v1`. */
  readonly apiVersion: string;
  readonly gvk: GroupVersionKind;
  /** How requests name the resource: one object, so that what is known of it is found by identity. */
  readonly gvr: GroupVersionResource;
  readonly type: ObjectShape;
  readonly isServed: boolean;
  readonly isOnByDefault: boolean;
  /** Undefined for the storage version, whose shape is the hub. */
  readonly conversion: Conversion | undefined;
  /** Verbs of the main resource; undefined where the declaration names none. */
  readonly verbs: readonly string[] | undefined;
  /** Verbs that discovery lists, in their order; undefined where it lists those that are served. */
  readonly advertisedVerbs: readonly string[] | undefined;
  readonly hasStatus: boolean;
  readonly scale: ScaleDefinition | undefined;
  readonly scaleForm: ScaleForm | undefined;
  readonly subresources: readonly ResolvedSubresource[];
  readonly connections: readonly ConnectionDefinition[];
  readonly columns: readonly Column[] | undefined;
  /** Names of the fields clients may select by. */
  readonly selectableFields: ReadonlySet<string>;
  /** True if there are such fields besides those every kind has. */
  readonly hasOwnSelectableFields: boolean;
  readonly describeUnselectable: ((field: string) => string) | undefined;
  /** The paths that writes through the main resource leave alone. */
  readonly resetFields: readonly string[];
  /** The paths that writes through `status` leave alone, besides all that is no status. */
  readonly statusResetFields: readonly string[];
  /** Further paths that are not owned by writing `status`. */
  readonly statusDisownedFields: readonly string[];
  /** Rules of this version alone, for an object in its shape. */
  readonly validate: ((object: ApiObject) => FieldError[]) | undefined;
  readonly declaration: KindVersion;
}

/** The kind that a version belongs to. */
export interface VersionOwner {
  /** The group of the kind. */
  readonly group: string;
  /** The prefix of failures: empty, or the plugin with a colon and a space. */
  readonly prefix: string;
  readonly definition: object;
  readonly release: string;
}

/** Resolves one version of a kind that belongs to a group, with the fields that a release has. */
export function resolveVersion(
  { group: ownGroup, prefix, definition, release }: VersionOwner,
  declared: KindVersion,
): ResolvedVersion {
  const version = variantIn(declared, release);
  // Functions of a kind are called with its own objects only.
  const kind = definition as Omit<KindDefinition, 'versions'>;
  const group = version.group ?? ownGroup;
  const { hasStatus = kind.hasStatus ?? false, selectableFields = kind.selectableFields } = version;
  return {
    name: version.name,
    group,
    apiVersion: formatApiVersion({ group, version: version.name }),
    gvk: { group, version: version.name, kind: kind.kind },
    gvr: { group, version: version.name, resource: kind.plural },
    type: toShape(version.type, viewedRelease(version, release)),
    isServed: version.served !== false,
    isOnByDefault: version.onByDefault !== false,
    conversion: version.conversion as Conversion | undefined,
    verbs: version.verbs ?? kind.verbs,
    advertisedVerbs: kind.quirks?.advertisedVerbs,
    hasStatus,
    scale: (version.scale ?? kind.scale) as ScaleDefinition | undefined,
    scaleForm: version.scaleForm ?? kind.scaleForm,
    subresources: (version.subresources ?? kind.subresources ?? [])
      .map((subresource) => variantIn(subresource, release))
      .map((subresource) => ({
        ...subresource,
        group: subresource.group ?? group,
        version: subresource.version ?? version.name,
        kind: subresource.kind ?? toShape(subresource.type).name.split('.').at(-1)!,
      })),
    connections: version.connections ?? kind.connections ?? [],
    columns: columnsIn((version.columns ?? kind.columns) as readonly Column[] | undefined, release),
    selectableFields: namesOf(kind.namespaced, selectableFields),
    hasOwnSelectableFields: selectableFields !== undefined,
    describeUnselectable: kind.quirks?.describeUnselectable,
    resetFields: version.resetFields ?? kind.resetFields ?? (hasStatus ? ['status'] : []),
    statusResetFields: version.statusResetFields ?? kind.statusResetFields ?? [],
    statusDisownedFields: kind.quirks?.statusDisownedFields ?? [],
    validate:
      version.validate &&
      guardHook(version.validate as (object: ApiObject) => FieldError[], FIELD_ERRORS, {
        where: `${prefix}${kind.kind}/${version.name}: validate`,
        declared: kind,
      }),
    declaration: version,
  };
}

/**
 * Returns the release whose fields the type of a version has. Clients never see a version that came later, through which objects are
 * converted all the same: it is as it is now, or in the newest release where that introduced it later.
 */
function viewedRelease({ introduced }: KindVersion, release: string): string {
  if (isIntroduced(introduced, release)) return release;
  return isIntroduced(introduced, CURRENT_RELEASE) ? CURRENT_RELEASE : NEWEST_RELEASE;
}

/** Returns the paths that writes through a subresource leave alone; through the object itself where it is empty. */
export function resetFieldsOf(version: ResolvedVersion, subresource: string): readonly string[] {
  if (subresource === 'status') return version.statusResetFields;
  const own = subresource && version.subresources.find(({ name }) => name === subresource)?.resetFields;
  return own || version.resetFields;
}

/** Returns the paths that a write through a subresource does not own. */
export function disownedFieldsOf(version: ResolvedVersion, subresource: string): readonly string[] {
  const reset = resetFieldsOf(version, subresource);
  return subresource === 'status' ? [...reset, ...version.statusDisownedFields] : reset;
}

function namesOf(isNamespaced: boolean, own: object | undefined): ReadonlySet<string> {
  // As in the reference, cluster-scoped kinds know the namespace too, as an empty text, unless they list own fields.
  const hasNamespace = isNamespaced || !own;
  return new Set(['metadata.name', ...(hasNamespace ? ['metadata.namespace'] : []), ...Object.keys(own ?? {})]);
}

/** Reports whether a release had a version: from the one that introduced it up to the one before its removal. */
export function existsIn({ declaration }: Pick<ResolvedVersion, 'declaration'>, release: string): boolean {
  const { introduced, removed } = declaration;
  return isIntroduced(introduced, release) && (removed === undefined || minorOf(release) < minorOf(removed));
}

/** Reports whether a release has what another one introduced; what names none was always there. */
export function isIntroduced(introduced: string | undefined, release: string): boolean {
  return introduced === undefined || minorOf(introduced) <= minorOf(release);
}

/**
 * Returns the warning that requests to a version are answered with in a release; undefined where it is not
 * deprecated then (upstream: deprecation.WarningMessage).
 */
export function deprecationWarning(
  { declaration, apiVersion, gvk }: Pick<ResolvedVersion, 'declaration' | 'apiVersion' | 'gvk'>,
  release: string,
): string | undefined {
  const { deprecation, deprecated, removed, replacement } = declaration;
  if (deprecated === undefined) return deprecation;
  if (minorOf(deprecated) > minorOf(release)) return undefined;
  if (deprecation !== undefined) return deprecation;
  const end = removed === undefined ? '' : `, unavailable in v${removed}+`;
  const instead = replacement === undefined ? '' : `; use ${replacement}`;
  return `${apiVersion} ${gvk.kind} is deprecated in v${deprecated}+${end}${instead}`;
}
