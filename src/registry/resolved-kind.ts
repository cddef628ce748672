import {
  type ApiObject,
  type GroupResource,
  type GroupVersionKind,
  compareVersionPriority,
  formatApiVersion,
} from '../apimachinery/index.js';
import { type ObjectShape, toShape } from '../schema/index.js';
import type { Conversion, KindDefinition, KindVersion, NameRule } from './kind-definition.js';

/** One version of a kind with everything that is looked up per request worked out. */
export interface ResolvedVersion {
  readonly name: string;
  /** As objects carry it: `apps/v1`. */
  readonly apiVersion: string;
  readonly gvk: GroupVersionKind;
  readonly type: ObjectShape;
  readonly isServed: boolean;
  readonly isOnByDefault: boolean;
  readonly deprecation: string | undefined;
  /** The release that first served it, when it has not always been there. */
  readonly introduced: string | undefined;
  /** Undefined for the storage version, whose shape is the hub. */
  readonly conversion: Conversion | undefined;
}

/** What rules that hold for every kind need to know of one, whatever the shape of its objects. */
export interface KindFacts {
  readonly kind: string;
  readonly groupResource: GroupResource;
  readonly isNamespaced: boolean;
  readonly nameRule: NameRule | undefined;
  readonly definition: { readonly defaultPropagation?: 'Background' | 'Orphan' | 'Unsupported' };
}

/** A kind as the server uses it: the declaration, its group, and what follows from both. */
export class ResolvedKind<T extends ApiObject = ApiObject> {
  readonly groupResource: GroupResource;
  readonly versions: ReadonlyMap<string, ResolvedVersion>;
  readonly storage: ResolvedVersion;
  /** What the keys of all its objects start with; ends in `/`. */
  readonly keyPrefix: string;
  readonly listKind: string;
  readonly singular: string;
  /** Names of the fields clients may select by. */
  readonly selectableFields: ReadonlySet<string>;

  constructor(
    readonly group: string,
    readonly definition: KindDefinition<T>,
  ) {
    this.groupResource = { group, resource: definition.plural };
    this.versions = new Map(definition.versions.map((v) => [v.name, resolveVersion(group, definition.kind, v)]));
    this.storage = this.versions.get(definition.storageVersion)!;
    this.keyPrefix = `/registry/${definition.storagePrefix ?? defaultPrefix(group, definition.plural)}/`;
    this.listKind = definition.listKind ?? `${definition.kind}List`;
    this.singular = definition.singular ?? definition.kind.toLowerCase();
    this.selectableFields = new Set([
      'metadata.name',
      // As in the reference, cluster-scoped kinds know it too, as an empty text, unless they list fields of their own.
      ...(definition.namespaced || !definition.selectableFields ? ['metadata.namespace'] : []),
      ...Object.keys(definition.selectableFields ?? {}),
    ]);
  }

  get kind(): string {
    return this.definition.kind;
  }

  get isNamespaced(): boolean {
    return this.definition.namespaced;
  }

  /** Whether objects are stored; false for kinds that are operations or views. */
  get isStored(): boolean {
    return this.definition.review === undefined && this.definition.source === undefined;
  }

  get nameRule(): NameRule | undefined {
    return this.definition.nameRule;
  }

  /** The key of an object, or of a namespace's part of the collection when no name is given. */
  keyOf(namespace: string, name = ''): string {
    return this.isNamespaced && namespace !== '' ? `${this.keyPrefix}${namespace}/${name}` : this.keyPrefix + name;
  }

  /** Versions that are served, the better ones first. */
  servedVersions(): ResolvedVersion[] {
    return [...this.versions.values()].filter((v) => v.isServed).sort((a, b) => compareVersionPriority(a.name, b.name));
  }

  /** Converts an object of a version to the hub shape; the input is not changed. */
  toHub(version: ResolvedVersion, object: ApiObject): T {
    if (!version.conversion) return object as T;
    return converted(version.conversion.toHub(object), this.kind, this.storage) as T;
  }

  /** Converts a hub object to the shape of a version; the input is not changed. */
  fromHub(version: ResolvedVersion, object: T): ApiObject {
    if (!version.conversion) return object;
    return converted(version.conversion.fromHub(object), this.kind, version);
  }
}

/** In canonical form: a conversion may leave members undefined, which would count as a change. */
function converted(object: ApiObject, kind: string, { type, apiVersion }: ResolvedVersion): ApiObject {
  return type.canonicalize({ ...object, kind, apiVersion });
}

function resolveVersion(group: string, kind: string, version: KindVersion): ResolvedVersion {
  return {
    name: version.name,
    apiVersion: formatApiVersion({ group, version: version.name }),
    gvk: { group, version: version.name, kind },
    type: toShape(version.type),
    isServed: version.served !== false,
    isOnByDefault: version.onByDefault !== false,
    deprecation: version.deprecation,
    introduced: version.introduced,
    conversion: version.conversion as Conversion | undefined,
  };
}

function defaultPrefix(group: string, plural: string): string {
  return group === '' ? plural : `${group}/${plural}`;
}
