import {
  type ApiObject,
  type GroupResource,
  type MaybePromise,
  compareVersionPriority,
  formatApiVersion,
  isWithin,
  whenSettled,
} from '../../apimachinery/index.js';
import { CheckedConverter } from './checked-converter.js';
import { guardHooks } from './hook-failure.js';
import { HubAndSpokes } from './hub-and-spokes.js';
import type { KindDefinition, KindVersion, NameRule } from './kind-definition.js';
import { KIND_RESULTS, type KindFunction } from './kind-results.js';
import type { ObjectConverter } from './object-converter.js';
import { CURRENT_RELEASE } from '../../options/index.js';
import { ObjectShape, variantIn } from '../../schema/index.js';
import { type ResolvedVersion, isIntroduced, resolveVersion } from './resolved-version.js';

const STORE_PREFIX = '/registry';

/** The facts of a kind for rules that apply to every kind, whatever the shape of its objects. */
export interface KindFacts {
  readonly kind: string;
  readonly groupResource: GroupResource;
  readonly isNamespaced: boolean;
  readonly nameRule: NameRule | undefined;
  /**
   * Reports whether finalizers need no domain when an object is written in a version; the storage version where none is
   * named.
   */
  allowsPlainFinalizers(apiVersion: string | undefined): boolean;
  readonly definition: { readonly defaultPropagation?: 'Background' | 'Orphan' | 'Unsupported' };
}

/** The plugin that declares a kind, and the release of Kubernetes for which it is resolved. */
export interface KindOrigin {
  /** The plugin, for failures of the kind's functions. */
  readonly plugin?: string;
  /** The release whose fields its types have; the current one where none is given. */
  readonly release?: string;
}

/** A kind as the server uses it: the declaration, its group, and what follows from both. */
export class ResolvedKind<T extends ApiObject = ApiObject> {
  readonly groupResource: GroupResource;
  readonly definition: KindDefinition<T>;
  /** The release of Kubernetes whose fields its types have. */
  readonly release: string;
  /** The version that objects are stored in. */
  readonly storage: ResolvedVersion;
  /** The version that the rules of the kind are written for and that conversions lead through; the storage version but for quirks. */
  readonly hub: ResolvedVersion;
  /** True if the hub is a version that the release does not have. */
  readonly hasLaterHub: boolean;
  /** The prefix of the keys of all its objects; ends in `/`. */
  readonly keyPrefix: string;
  readonly listKind: string;
  readonly singular: string;
  /** Fields that clients of any version may select by, and how their values are found; without those of metadata. */
  readonly selectors: Readonly<Record<string, (object: T) => string>>;
  /** The functions of the declaration, whose results are checked. */
  readonly functions: Pick<KindDefinition<T>, KindFunction>;
  /** The prefix of failures of its functions: the plugin, if it is known. */
  private readonly owner: string;
  /** How many objects are converted at a time. */
  readonly conversionBatch: number;
  /** True if conversions may have to wait. */
  readonly conversionMayWait: boolean;
  /** True if requests are worked on in the version they are made in, see `KindDefinition.worksIn`. */
  readonly worksInRequested: boolean;
  private readonly converter: ObjectConverter;
  private readonly byApiVersion = new Map<string, ResolvedVersion>();
  /** Versions in which objects are read, but not served. */
  private readonly withheld = new Set<ResolvedVersion>();

  constructor(
    readonly group: string,
    declared: KindDefinition<T>,
    { plugin = '', release = CURRENT_RELEASE }: KindOrigin = {},
  ) {
    this.owner = plugin && `${plugin}: `;
    this.release = release;
    const definition = (this.definition = variantIn(declared, release));
    this.groupResource = { group, resource: definition.plural };
    for (const version of definition.versions) this.addVersion(version);
    const hub = this.byApiVersion.get(storageApiVersion(group, definition.storageVersion));
    this.hub = hub!;
    this.hasLaterHub = hub !== undefined && !isIntroduced(hub.declaration.introduced, release);
    const stored = definition.quirks?.storedAs?.find((span) => isWithin(span, release))?.version;
    this.storage = stored === undefined ? hub! : this.byApiVersion.get(storageApiVersion(group, stored))!;
    this.keyPrefix = `${STORE_PREFIX}/${definition.storagePrefix ?? defaultPrefix(group, definition.plural)}/`;
    this.listKind = definition.listKind ?? `${definition.kind}List`;
    this.singular = definition.singular ?? definition.kind.toLowerCase();
    const { converter } = definition;
    this.conversionMayWait = converter !== undefined;
    this.conversionBatch = converter?.batchSize ?? CONVERSION_BATCH;
    this.converter = converter
      ? new CheckedConverter(converter, { batchSize: this.conversionBatch, owner: this.owner })
      : new HubAndSpokes(this, this.owner);
    this.worksInRequested = worksInRequested(definition);
    const ofVersions = definition.versions.map(({ selectableFields }) => selectableFields) as object[];
    this.selectors = Object.assign({}, definition.selectableFields, ...ofVersions) as typeof this.selectors;
    const { generation, nameRule, shownAs, withoutEffect } = definition;
    const where = this.hub ? this.place : `${this.owner}${this.kind}`;
    this.functions = guardHooks({ generation, nameRule, shownAs, withoutEffect }, KIND_RESULTS, {
      where,
      declared: definition,
    });
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

  /** True if objects are stored; false for kinds that are operations or views. */
  get isStored(): boolean {
    return this.definition.review === undefined && this.definition.source === undefined;
  }

  get nameRule(): NameRule | undefined {
    return this.functions.nameRule;
  }

  allowsPlainFinalizers(apiVersion = this.storage.apiVersion): boolean {
    const { allowsPlainFinalizers: allowed = false } = this.definition.quirks ?? {};
    return typeof allowed === 'boolean' ? allowed : allowed.includes(apiVersion);
  }

  /** How failures of the kind's functions name it: its plugin, kind and storage version. */
  get place(): string {
    return `${this.owner}${this.kind}/${this.storage.name}`;
  }

  /** Adds a version; returns it. Objects can be converted to it and from it from now on. */
  addVersion(declaration: KindVersion): ResolvedVersion {
    const { group, release, owner: prefix, definition } = this;
    const version = resolveVersion({ group, release, prefix, definition }, declaration);
    this.byApiVersion.set(version.apiVersion, version);
    return version;
  }

  /** Marks a version as not served: of an older or newer release, or disabled. */
  withhold(version: ResolvedVersion): void {
    this.withheld.add(version);
  }

  /** Reports whether clients may speak a version now. */
  isShown(version: ResolvedVersion): boolean {
    return version.isServed && !this.withheld.has(version);
  }

  /** Forgets a version other than the storage version. The fields that it owned have no owner then. */
  removeVersion({ apiVersion }: ResolvedVersion): void {
    if (apiVersion !== this.storage.apiVersion) this.byApiVersion.delete(apiVersion);
  }

  /** Returns the version a client speaks, by its apiVersion; the storage version where none is named or there is none. */
  versionOf(apiVersion: string | undefined): ResolvedVersion {
    return (apiVersion !== undefined && this.byApiVersion.get(apiVersion)) || this.storage;
  }

  /** Returns how clients of a version call the resource: by the group they find it in. */
  groupResourceIn(apiVersion: string | undefined): GroupResource {
    const { group } = this.versionOf(apiVersion);
    return group === this.group ? this.groupResource : { group, resource: this.groupResource.resource };
  }

  /**
   * Returns the version in whose shape a request is worked on that is made in some version: the hub, unless the kind says that
   * the rules come with each version.
   */
  workingVersion(apiVersion: string | undefined): ResolvedVersion {
    return this.worksInRequested ? this.versionOf(apiVersion) : this.hub;
  }

  /** Converts an object that a request is worked on with to the storage version. */
  toStorage(apiVersion: string | undefined, object: ApiObject): MaybePromise<T> {
    return this.convertOne(object, this.workingVersion(apiVersion), this.storage) as MaybePromise<T>;
  }

  /** Converts a stored object to the version in whose shape a request is worked on. */
  toWorking(apiVersion: string | undefined, object: ApiObject): MaybePromise<T> {
    return this.convertOne(object, this.storedVersionOf(object), this.workingVersion(apiVersion)) as MaybePromise<T>;
  }

  /**
   * Returns the version a stored object is in. What was stored in another version than is stored now is converted when it
   * is read, unless that may have to wait.
   */
  storedVersionOf({ apiVersion }: ApiObject): ResolvedVersion {
    return this.conversionMayWait ? this.versionOf(apiVersion) : this.storage;
  }

  /** Returns the key of an object, or of a namespace's part of the collection when no name is given. */
  keyOf(namespace: string, name = ''): string {
    return this.isNamespaced && namespace !== '' ? `${this.keyPrefix}${namespace}/${name}` : this.keyPrefix + name;
  }

  /** Returns the key of an object as errors show it: those of dry runs leave out the prefix of the store, as the reference's. */
  keyInErrors(namespace: string, name: string, dryRun = false): string {
    const key = this.keyOf(this.isNamespaced ? namespace : '', name);
    return dryRun && key.startsWith(STORE_PREFIX) ? key.slice(STORE_PREFIX.length) : key;
  }

  /** Returns versions that are served, the better ones first. */
  servedVersions(): ResolvedVersion[] {
    return [...this.byApiVersion.values()]
      .filter((v) => v.isServed)
      .sort((a, b) => compareVersionPriority(a.name, b.name));
  }

  /**
   * Converts objects from one version to another, in order: the same objects where both are one, at once where the
   * converter does not wait. The input is not changed. Throws, or rejects with, a StatusError: all fail where one does.
   */
  convert(
    objects: readonly ApiObject[],
    from: ResolvedVersion,
    to: ResolvedVersion,
  ): MaybePromise<readonly ApiObject[]> {
    return from === to ? objects : this.converter.convert(objects, from, to);
  }

  /**
   * Converts states of one object, each in its own call and all at once: the reference asks webhooks so, and these may rely on
   * an object being in a review once.
   */
  convertEach(
    states: readonly ApiObject[],
    from: ResolvedVersion,
    to: ResolvedVersion,
  ): MaybePromise<readonly ApiObject[]> {
    if (from === to) return states;
    const converted = states.map((state) => this.converter.convert([state], from, to));
    const atHand = converted.filter((each): each is readonly ApiObject[] => !(each instanceof Promise));
    if (atHand.length === converted.length) return atHand.map(first);
    return Promise.all(converted.map(async (each) => first(await each)));
  }

  /** Converts stored objects to a version, whatever version each of them is in; as `convert`. */
  fromStored(objects: readonly ApiObject[], to: ResolvedVersion): MaybePromise<readonly ApiObject[]> {
    const [only, ...others] = new Set(objects.map((object) => this.storedVersionOf(object)));
    return others.length === 0 ? this.convert(objects, only ?? to, to) : this.fromMixed(objects, to);
  }

  private async fromMixed(objects: readonly ApiObject[], to: ResolvedVersion): Promise<readonly ApiObject[]> {
    const places = new Map<ResolvedVersion, number[]>();
    objects.forEach((object, index) => {
      const from = this.storedVersionOf(object);
      const indexes = places.get(from);
      if (indexes) indexes.push(index);
      else places.set(from, [index]);
    });
    const converted = [...objects];
    for (const [from, indexes] of places) {
      const group = indexes.map((index) => objects[index]);
      (await this.convert(group, from, to)).forEach((object, i) => (converted[indexes[i]] = object));
    }
    return converted;
  }

  /** Converts one object in the same way. */
  convertOne(object: ApiObject, from: ResolvedVersion, to: ResolvedVersion): MaybePromise<ApiObject> {
    return from === to ? object : whenSettled(this.converter.convert([object], from, to), first);
  }
}

function first([object]: readonly ApiObject[]): ApiObject {
  return object;
}

/** Objects that are converted at a time where the kind does not say; pure functions take well below a millisecond for them. */
const CONVERSION_BATCH = 16;

/** Shapes that come at run time have their rules with every version; those of classes are written for the storage version. */
function worksInRequested({ worksIn, versions }: KindDefinition<never>): boolean {
  if (worksIn !== undefined) return worksIn === 'requestedVersion';
  return versions.every(({ type }) => type instanceof ObjectShape);
}

/** Returns group and version of the storage version, as a declaration names it. */
export function storageApiVersion(group: string, storageVersion: string): string {
  return storageVersion.includes('/') ? storageVersion : formatApiVersion({ group, version: storageVersion });
}

function defaultPrefix(group: string, plural: string): string {
  return group === '' ? plural : `${group}/${plural}`;
}
