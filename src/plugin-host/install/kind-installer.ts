import type { OnApplicationShutdown } from '@nestjs/common';
import type { GroupResource } from '../../apimachinery/index.js';
import {
  type KindDefinition,
  type KindVersion,
  type ObjectCodec,
  ResolvedKind,
  type ResolvedVersion,
  type CachedResourceStore,
  deprecationWarning,
} from '../../registry/index.js';
import type { ResourceCache } from '../../storage/index.js';
import { serveContent, type ServedResource, type ServedResourceParts } from '../catalogue/index.js';
import { UndoStack } from './undo-stack.js';
import {
  KindContents,
  type KindContent,
  type KindInstallerParts,
  type KindStorage,
  type ResolveHook,
  type StoragePlace,
  ingestOf,
  strategyOf,
} from './kind-contents.js';
import { VersionSelection } from './version-selection.js';
import { isSameForm, isSamePlace, keepingReadable } from './replaced-kind.js';

/** A kind that is to be served. */
export interface KindOrder {
  /** Name of the plugin that declares it. */
  readonly plugin: string;
  readonly group: string;
  readonly definition: KindDefinition;
  /** Place of the group in discovery where it is new; higher first. */
  readonly priority?: number;
  readonly resolve: ResolveHook;
}

/** A kind with its store and all that is served of it. */
export interface InstalledKind {
  readonly kind: ResolvedKind;
  readonly content: KindContent;
  readonly resources: Set<ServedResource>;
  readonly priority: number | undefined;
  /** The number of declarations the kind has had before this one. */
  readonly generation: number;
}

/** Makes the store of a kind and puts its served versions into the catalogue, and takes them out again. */
export class KindInstaller implements OnApplicationShutdown {
  private readonly contents: KindContents;
  private readonly selection: VersionSelection;

  constructor(private readonly parts: KindInstallerParts) {
    this.contents = new KindContents(parts);
    this.selection = new VersionSelection(parts.options);
  }

  /** Installs a kind in all versions that are served as the options say. */
  install(order: KindOrder, generation = 0): InstalledKind {
    const kind = this.resolve(order);
    const undo = new UndoStack((step, error) => {
      this.parts.logger.error('a step of installing a kind could not be undone', { kind: kind.place, step, error });
    });
    return undo.attempt(() => {
      const content = this.contents.of(kind, order.resolve);
      if (content.serves === 'objects') undo.push('cache', () => this.contents.forget(kind, content));
      const installed = installedOf({ kind, content, generation }, order);
      const resources = this.resourcesOf(installed, order);
      if (content.serves === 'objects') this.addStore(content.handle, undo);
      for (const resource of resources) {
        this.serve(installed, resource);
        undo.push('resource', () => this.parts.catalogue.remove(resource));
      }
      return installed;
    });
  }

  /**
   * Installs a kind in place of one of the same group and plural. Where both are stored in one place the cache and the
   * watches continue, and versions change in one go; else the old one is uninstalled first. Rejects as the store does, with
   * everything as it was.
   */
  async replace(old: InstalledKind, order: KindOrder): Promise<InstalledKind> {
    const kind = this.resolve(order);
    const generation = old.generation + 1;
    if (old.content.serves !== 'objects' || !isSamePlace(old.kind, kind)) {
      this.findHooks(kind, order);
      this.uninstall(old);
      return this.install(order, generation);
    }
    const { store, ingesting, watchCache } = old.content;
    const codec = this.contents.codecOf(kind);
    const taken = { ...old.content, kind, generation, codec };
    if (isSameForm(old.kind, kind) && !store.cache.hasUnreadable) {
      const next = this.prepareTakeover(old, { ...taken, cache: store.cache, ingesting }, order);
      next.use();
      return next.installed;
    }
    let next: Takeover | undefined;
    const fresh = { codec };
    const reading = { isOver: store.cache.hasUnreadable };
    const ingest = keepingReadable(ingestOf(fresh), { old: old.kind, next: kind, reading });
    await watchCache.replace(kind.keyPrefix, ingest, (cache) => {
      next = this.prepareTakeover(old, { ...taken, cache, ingesting: fresh }, order);
      return () => {
        reading.isOver = true;
        next!.use();
      };
    });
    return next!.installed;
  }

  /** Returns the group and resource whose objects are stored where those of a kind would be; undefined if there are none. */
  occupantOf(group: string, definition: KindDefinition): GroupResource | undefined {
    const { keyPrefix } = new ResolvedKind(group, definition);
    if (!this.parts.watchCache.find(keyPrefix)) return undefined;
    return this.parts.catalogue.all().find(({ kind }) => kind.keyPrefix === keyPrefix)?.kind.groupResource;
  }

  /** Serves a kind that is installed in one more version. Returns how to take it away again. */
  installVersion(installed: InstalledKind, declaration: KindVersion, resolve: ResolveHook): () => void {
    const { kind, resources } = installed;
    const version = kind.addVersion(declaration);
    const resource = version.isServed ? this.resourceOf(installed, version, resolve) : undefined;
    if (resource) this.serve(installed, resource);
    return () => {
      if (resource && resources.delete(resource)) this.parts.catalogue.remove(resource);
      kind.removeVersion(version);
    };
  }

  /** Takes a kind away: its resources are unknown from now on, its watches end. What is stored stays stored. */
  uninstall({ kind, content, resources }: InstalledKind): void {
    const { catalogue } = this.parts;
    for (const resource of resources) catalogue.remove(resource);
    resources.clear();
    if (content.serves !== 'objects') return;
    catalogue.removeStore(content.handle);
    this.contents.forget(kind, content);
  }

  private resolve({ group, definition, plugin }: KindOrder): ResolvedKind {
    return new ResolvedKind(group, definition, { plugin, release: this.parts.options.api.emulatedRelease });
  }

  /** Stops following the backends of kinds. */
  onApplicationShutdown(): void {
    this.contents.close();
  }

  private addStore(handle: CachedResourceStore, undo: UndoStack): void {
    const { catalogue } = this.parts;
    catalogue.addStore(handle);
    undo.push('store', () => catalogue.removeStore(handle));
  }

  /** Finds every hook of a kind, so that one that lacks a hook replaces no other. Throws what finding it throws. */
  private findHooks(kind: ResolvedKind, { definition: { source, review }, resolve }: KindOrder): void {
    if (source) resolve(source);
    else if (review) resolve(review);
    else strategyOf(kind, resolve);
    for (const { subresources, connections } of kind
      .servedVersions()
      .filter((version) => this.selection.has(kind, version))) {
      for (const each of subresources) if (this.selection.hasPart(each)) resolve(each.handler);
      for (const each of connections) if (this.selection.hasPart(each)) resolve(each.connector);
    }
  }

  /** Makes a kind that takes over the objects of another; `use` puts it in its place, and cannot fail. */
  private prepareTakeover(
    old: InstalledKind,
    { kind, generation, cache, handle, ingesting, codec, storage, watchCache }: TakenOver,
    order: KindOrder,
  ): Takeover {
    const { catalogue } = this.parts;
    const store = this.contents.storeOf(kind, { strategy: strategyOf(kind, order.resolve), cache, codec, storage });
    const content = { serves: 'objects', store, handle, ingesting, storage, watchCache } as const;
    const installed = installedOf({ kind, content, generation }, order);
    const resources = this.resourcesOf(installed, order);
    const use = (): void => {
      ingesting.codec = codec;
      handle.adopt(store);
      for (const resource of resources) this.serve(installed, resource);
      const served = new Set(resources.map(({ version }) => version.apiVersion));
      for (const resource of old.resources) if (!served.has(resource.version.apiVersion)) catalogue.remove(resource);
      old.resources.clear();
      catalogue.changeStore(handle);
    };
    return { installed, use };
  }

  private serve({ kind, resources, priority }: InstalledKind, resource: ServedResource): void {
    resources.add(resource);
    this.parts.catalogue.add(resource, resource.gvr.group === kind.group ? priority : undefined);
  }

  private resourcesOf(installed: InstalledKind, { resolve }: KindOrder): ServedResource[] {
    const made = installed.kind.servedVersions().map((version) => this.resourceOf(installed, version, resolve));
    return made.filter((resource) => resource !== undefined);
  }

  /** Returns the served resource of a version; undefined if the options disable it. */
  private resourceOf(
    { kind, content, generation }: InstalledKind,
    version: ResolvedVersion,
    resolve: ResolveHook,
  ): ServedResource | undefined {
    const { emulatedRelease } = this.parts.options.api;
    if (!this.selection.has(kind, version)) {
      kind.withhold(version);
      return undefined;
    }
    const parts: ServedResourceParts = {
      gvr: version.gvr,
      kind,
      version,
      generation,
      deprecation: deprecationWarning(version, emulatedRelease),
      hasSubresource: (subresource) => this.selection.hasPart(subresource),
      handlerOf: ({ handler }) => resolve(handler),
      connectorOf: ({ connector }) => resolve(connector),
    };
    return serveContent(parts, content);
  }
}

/** The parts that a kind takes over from another one with the same objects. */
interface TakenOver
  extends Pick<InstalledKind, 'kind' | 'generation'>, Pick<KindStorage, 'handle' | 'ingesting' | keyof StoragePlace> {
  readonly cache: ResourceCache;
  readonly codec: ObjectCodec;
}

/** A kind that is ready to take over from another. */
interface Takeover {
  readonly installed: InstalledKind;
  readonly use: () => void;
}

function installedOf(
  parts: Pick<InstalledKind, 'kind' | 'content' | 'generation'>,
  { priority }: KindOrder,
): InstalledKind {
  return { ...parts, resources: new Set<ServedResource>(), priority };
}
