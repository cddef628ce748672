import {
  type ApiObject,
  type FieldError,
  type GroupResource,
  compareVersionPriority,
  formatApiVersion,
} from '../apimachinery/index.js';
import { callHook } from './hook-failure.js';
import type { Conversion, KindDefinition, KindVersion, NameRule } from './kind-definition.js';
import { type ResolvedVersion, resolveVersion } from './resolved-version.js';

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
  readonly storage: ResolvedVersion;
  /** What the keys of all its objects start with; ends in `/`. */
  readonly keyPrefix: string;
  readonly listKind: string;
  readonly singular: string;
  /** Fields that clients of any version may select by, and how their values are found; without those of metadata. */
  readonly selectors: Readonly<Record<string, (object: T) => string>>;
  /** What failures of its functions begin with: the plugin, where it is known. */
  private readonly owner: string;
  private readonly byApiVersion = new Map<string, ResolvedVersion>();
  /** Versions in which objects are read, but shown to nobody. */
  private readonly withheld = new Set<ResolvedVersion>();

  constructor(
    readonly group: string,
    readonly definition: KindDefinition<T>,
    plugin = '',
  ) {
    this.owner = plugin && `${plugin}: `;
    this.groupResource = { group, resource: definition.plural };
    for (const version of definition.versions) this.addVersion(version);
    this.storage = this.byApiVersion.get(storageApiVersion(group, definition.storageVersion))!;
    this.keyPrefix = `/registry/${definition.storagePrefix ?? defaultPrefix(group, definition.plural)}/`;
    this.listKind = definition.listKind ?? `${definition.kind}List`;
    this.singular = definition.singular ?? definition.kind.toLowerCase();
    const ofVersions = definition.versions.map(({ selectableFields }) => selectableFields) as object[];
    this.selectors = Object.assign({}, definition.selectableFields, ...ofVersions) as typeof this.selectors;
  }

  /** By apiVersion: `apps/v1`. */
  get versions(): ReadonlyMap<string, ResolvedVersion> {
    return this.byApiVersion;
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

  /** How failures of the kind's functions name it: its plugin, kind and storage version. */
  get place(): string {
    return `${this.owner}${this.kind}/${this.storage.name}`;
  }

  /** Adds a version; answers it. Objects can be converted to it and from it from now on. */
  addVersion(declaration: KindVersion): ResolvedVersion {
    const version = resolveVersion(this.group, this.definition as unknown as KindDefinition, declaration);
    this.byApiVersion.set(version.apiVersion, version);
    return version;
  }

  /** Tells that a version is not served after all: of an older or newer release, or switched off. */
  withhold(version: ResolvedVersion): void {
    this.withheld.add(version);
  }

  /** Whether clients may speak a version now. */
  isShown(version: ResolvedVersion): boolean {
    return version.isServed && !this.withheld.has(version);
  }

  /** Forgets a version other than the storage version. What it owned of an object's fields is owned by nobody then. */
  removeVersion({ apiVersion }: ResolvedVersion): void {
    if (apiVersion !== this.storage.apiVersion) this.byApiVersion.delete(apiVersion);
  }

  /** The version a client speaks, by its apiVersion; the storage version where none is named or there is none. */
  versionOf(apiVersion: string | undefined): ResolvedVersion {
    return (apiVersion !== undefined && this.byApiVersion.get(apiVersion)) || this.storage;
  }

  /** How clients of a version call the resource: by the group they find it in. */
  groupResourceIn(apiVersion: string | undefined): GroupResource {
    const { group } = this.versionOf(apiVersion);
    return group === this.group ? this.groupResource : { group, resource: this.groupResource.resource };
  }

  /** Checks a hub object by the rules that only the version a client speaks has. */
  validateIn(apiVersion: string | undefined, object: T): FieldError[] {
    const version = this.versionOf(apiVersion);
    return version.validate?.(this.fromHub(version, object)) ?? [];
  }

  /** The key of an object, or of a namespace's part of the collection when no name is given. */
  keyOf(namespace: string, name = ''): string {
    return this.isNamespaced && namespace !== '' ? `${this.keyPrefix}${namespace}/${name}` : this.keyPrefix + name;
  }

  /** Versions that are served, the better ones first. */
  servedVersions(): ResolvedVersion[] {
    return [...this.byApiVersion.values()]
      .filter((v) => v.isServed)
      .sort((a, b) => compareVersionPriority(a.name, b.name));
  }

  /** Converts an object of a version to the hub shape; the input is not changed. */
  toHub(version: ResolvedVersion, object: ApiObject): T {
    if (!version.conversion) return object as T;
    return this.converted('toHub', version, object) as T;
  }

  /** Converts a hub object to the shape of a version; the input is not changed. */
  fromHub(version: ResolvedVersion, object: T): ApiObject {
    if (!version.conversion) return object;
    return this.converted('fromHub', version, object);
  }

  /** Converts an object that is to be stored to every version that is served, and throws where one cannot have it. */
  checkConversions(object: T): void {
    if (this.byApiVersion.size === 1) return;
    for (const version of this.byApiVersion.values()) {
      if (this.isShown(version)) this.fromHub(version, object);
    }
  }

  /** In canonical form: a conversion may leave members undefined, which would count as a change. */
  private converted(way: keyof Conversion, version: ResolvedVersion, object: ApiObject): ApiObject {
    const { kind } = this;
    const { type, apiVersion } = way === 'toHub' ? this.storage : version;
    return callHook(`${this.owner}${kind}/${version.name}: ${way}`, () => {
      const result = version.conversion![way](object);
      if (typeof result?.metadata !== 'object') throw new Error('it answers no object with metadata');
      return type.canonicalize({ ...result, kind, apiVersion });
    });
  }
}

/** Group and version of the storage version, as a declaration names it. */
export function storageApiVersion(group: string, storageVersion: string): string {
  return storageVersion.includes('/') ? storageVersion : formatApiVersion({ group, version: storageVersion });
}

function defaultPrefix(group: string, plural: string): string {
  return group === '' ? plural : `${group}/${plural}`;
}
