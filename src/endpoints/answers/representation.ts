import type { ApiObject, ListMeta } from '../../apimachinery/index.js';
import type { ListHead, ListSerializer, MaybePromise, Negotiated, Serializer } from '../../codecs/index.js';
import type { ServedResource } from '../../plugin-host/index.js';
import type { ObjectCodec } from '../../registry/index.js';
import type { CacheEntry } from '../../storage/index.js';
import { checkIncludeObject, checkPresentation } from './presentation-checks.js';
import { partialMetadata, tableOf, tableSourceOf } from './views.js';

/** How the objects of one answer are written: version, presentation and format. */
export interface Representation {
  readonly serializer: Serializer;
  readonly contentType: string;
  readonly watchContentType: string;
  /** Names the representation in memos; equal keys mean equal bytes. */
  readonly key: string;
  /**
   * Throws where what was asked for cannot be made of an object (or a list), or is malformed. Called when there is
   * something to send: the reference stores first and complains then.
   */
  checkFits(isList: boolean): void;
  /** One object, ready to be sent. */
  object(entry: CacheEntry): MaybePromise<Buffer>;
  /** A list that is not native. */
  list(entries: readonly CacheEntry[], meta: ListMeta): Promise<Buffer>;
  /** A list put together from the entries' own bytes, without looking inside; undefined where those are no answer. */
  nativeChunks?(entries: readonly CacheEntry[], meta: ListMeta): Promise<Iterable<Uint8Array>>;
  /** Kind and version of a list of what is shown. */
  readonly listType: { readonly kind: string; readonly apiVersion: string };
  /** Whether objects are shown as tables. */
  readonly isTable: boolean;
  /** One watch frame for an object; `hasColumns`: with the description of a table's columns. */
  frame(type: string, object: ApiObject | CacheEntry, hasColumns?: boolean): MaybePromise<Buffer>;
  /** Throws where the query asks for rows of no known sort; a watch is refused for it before it begins. */
  checkInclude(): void;
  /** The frame of a bookmark; `object` has nothing but type and metadata. */
  bookmark(object: ApiObject, hasColumns?: boolean): MaybePromise<Buffer>;
}

/** What shapes a representation besides negotiation. */
export interface RepresentationOptions {
  readonly isPretty: boolean;
  /** How much of each object a table's rows carry, as it was sent: not checked yet. */
  readonly includeObject: string;
}

/** The way to write the objects of a resource as a client asked for them. */
export function representationOf(
  resource: ServedResource,
  negotiated: Negotiated,
  options: RepresentationOptions,
): Representation {
  const isStored = resource.version === resource.kind.storage;
  const { serializer, presentation } = negotiated;
  if (serializer.isCached && presentation === 'whole' && isStored && !options.isPretty)
    return nativeOf(resource, negotiated);
  return new ConvertedRepresentation(resource, negotiated, options);
}

/** What reads the entries of a resource, be its objects stored or computed. */
function codecOf({ store, computed }: ServedResource): ObjectCodec {
  return (store ?? computed)!.codec;
}

const NATIVE = new WeakMap<ServedResource, Representation>();

function nativeOf(resource: ServedResource, negotiated: Negotiated): Representation {
  let native = NATIVE.get(resource);
  if (!native) {
    native = new NativeRepresentation(resource, new ConvertedRepresentation(resource, negotiated, COMPACT));
    NATIVE.set(resource, native);
  }
  return native;
}

const COMPACT: RepresentationOptions = { isPretty: false, includeObject: 'Metadata' };

/** The storage version as caches keep it: their own bytes. */
class NativeRepresentation implements Representation {
  readonly serializer: Serializer;
  readonly contentType: string;
  readonly watchContentType: string;
  readonly key = 'native';
  readonly isTable = false;

  readonly listType: Representation['listType'];

  constructor(
    private readonly resource: ServedResource,
    private readonly general: ConvertedRepresentation,
  ) {
    this.serializer = general.serializer;
    this.contentType = general.contentType;
    this.watchContentType = general.watchContentType;
    this.listType = general.listType;
  }

  checkFits(): void {}

  checkInclude(): void {}

  object(entry: CacheEntry): Buffer {
    return entry.bytes;
  }

  list(entries: readonly CacheEntry[], meta: ListMeta): Promise<Buffer> {
    return this.general.list(entries, meta);
  }

  async nativeChunks(entries: readonly CacheEntry[], meta: ListMeta): Promise<Iterable<Uint8Array>> {
    const lists = await this.serializer.lists!();
    return lists.join(
      listHeadOf(this.resource, meta),
      entries.map(({ bytes }) => bytes),
    );
  }

  bookmark(object: ApiObject): Promise<Buffer> {
    return this.general.bookmark(object);
  }

  frame(type: string, object: ApiObject | CacheEntry): MaybePromise<Buffer> {
    if (!isEntry(object)) return this.general.frame(type, object);
    return this.serializer.stream.frame(type, object.bytes);
  }
}

/** Every other way: decodes, converts, presents and writes, and keeps single objects with the entry. */
class ConvertedRepresentation implements Representation {
  readonly serializer: Serializer;
  readonly contentType: string;
  readonly watchContentType: string;
  readonly key: string;
  private readonly itemKey: string;
  readonly isTable: boolean;
  readonly listType: Representation['listType'];

  constructor(
    private readonly resource: ServedResource,
    private readonly negotiated: Negotiated,
    private readonly options: RepresentationOptions,
  ) {
    const { serializer, presentation, metaVersion } = negotiated;
    this.serializer = serializer;
    this.itemKey = `${resource.version.apiVersion} ${serializer.name} item`;
    this.isTable = presentation === 'Table';
    this.listType =
      presentation === 'whole'
        ? { kind: resource.kind.listKind, apiVersion: resource.version.apiVersion }
        : { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${metaVersion}` };
    this.contentType = serializer.mediaType;
    this.watchContentType = serializer.stream.mediaType;
    const view = [presentation, metaVersion, options.includeObject, options.isPretty];
    this.key = [resource.version.apiVersion, serializer.name, ...view].join(' ');
  }

  checkFits(isList: boolean): void {
    this.checkInclude();
    const { kind, listKind } = this.resource.kind;
    const { group } = this.resource.gvr;
    checkPresentation(this.negotiated.presentation, { group, kind: isList ? listKind : kind, isList });
  }

  checkInclude(): void {
    if (this.isTable) checkIncludeObject(this.options.includeObject);
  }

  async object(entry: CacheEntry): Promise<Buffer> {
    // Tables show ages, which change without the object.
    if (this.negotiated.presentation === 'Table') return this.write(this.table([entry], metaOf(this.decode(entry))));
    const known = entry.views?.get(this.key);
    if (known) return known;
    const bytes = await this.write(this.present(this.decode(entry)));
    (entry.views ??= new Map()).set(this.key, bytes);
    return bytes;
  }

  async list(entries: readonly CacheEntry[], meta: ListMeta): Promise<Buffer> {
    const { presentation } = this.negotiated;
    if (presentation === 'Table') return this.write(this.table(entries, meta));
    const lists = presentation === 'whole' && !this.options.isPretty ? await this.serializer.lists?.() : undefined;
    if (lists) return this.joinedList(lists, entries, meta);
    const isPartial = presentation !== 'whole';
    const items = entries.map((entry) =>
      isPartial ? this.present(this.decode(entry)) : withoutTypeMeta(this.decode(entry)),
    );
    // An empty list of metadata has no items at all, as the reference's.
    return this.write({ ...this.listType, metadata: meta, items: isPartial && items.length === 0 ? null : items });
  }

  /** Items are encoded once per version of an object, however often they are listed. */
  private joinedList(lists: ListSerializer, entries: readonly CacheEntry[], meta: ListMeta): Buffer {
    const items = entries.map((entry) => {
      const known = entry.views?.get(this.itemKey);
      if (known) return known;
      const bytes = lists.item(this.decode(entry), this.resource.version.type);
      (entry.views ??= new Map()).set(this.itemKey, bytes);
      return bytes;
    });
    return Buffer.concat([...lists.join(listHeadOf(this.resource, meta), items)]);
  }

  async frame(type: string, object: ApiObject | CacheEntry, hasColumns = false): Promise<Buffer> {
    const value = isEntry(object) ? this.presentForWatch(object, hasColumns) : object;
    const { stream } = this.serializer;
    return stream.frame(type, await stream.write(value, { type: this.resource.version.type }));
  }

  bookmark(object: ApiObject, hasColumns = false): Promise<Buffer> {
    if (this.isTable) {
      const table = this.tableOf([object], metaOf(object));
      return this.frame('BOOKMARK', (hasColumns ? table : withoutColumns(table)) as ApiObject);
    }
    const whole = this.resource.version.type.decode(object) as unknown as ApiObject;
    return this.frame('BOOKMARK', this.present(whole));
  }

  private presentForWatch(entry: CacheEntry, hasColumns: boolean): object {
    const object = this.decode(entry);
    if (!this.isTable) return this.present(object);
    const table = this.table([entry], metaOf(object));
    return hasColumns ? table : withoutColumns(table);
  }

  private decode(entry: CacheEntry): ApiObject {
    const { kind, version } = this.resource;
    const hub = codecOf(this.resource).decode(entry);
    // Of metadata alone there is nothing to convert.
    if (version === kind.storage || this.negotiated.presentation !== 'whole') return hub;
    const converted = kind.fromHub(version, hub);
    return version.type.decode(converted) as unknown as ApiObject;
  }

  private present(object: ApiObject): ApiObject {
    const { presentation, metaVersion } = this.negotiated;
    if (presentation === 'whole') return object;
    return partialMetadata(object, metaVersion, this.resource.kind.definition.conversionAnnotations);
  }

  private table(entries: readonly CacheEntry[], meta: ListMeta): object {
    const hubs = entries.map((entry) => codecOf(this.resource).decode(entry));
    return this.tableOf(hubs, meta);
  }

  private tableOf(hubs: readonly ApiObject[], meta: ListMeta): object {
    const { metaVersion } = this.negotiated;
    const { includeObject } = this.options;
    return tableOf(tableSourceOf(this.resource), hubs, { meta, metaVersion, includeObject });
  }

  private write(object: object): MaybePromise<Buffer> {
    const { isPretty } = this.options;
    return this.serializer.write(object, { type: this.resource.version.type, isPretty });
  }
}

/** What the list of a resource's objects says of itself. */
function listHeadOf({ kind, version }: ServedResource, metadata: ListMeta): ListHead {
  return { ...version.gvk, kind: kind.listKind, itemKind: kind.kind, metadata };
}

/** Only the first table of a watch describes its columns. */
function withoutColumns(table: object): object {
  return { ...table, columnDefinitions: null };
}

function isEntry(value: ApiObject | CacheEntry): value is CacheEntry {
  return 'bytes' in value;
}

function metaOf(object: ApiObject): ListMeta {
  return { resourceVersion: object.metadata.resourceVersion };
}

function withoutTypeMeta(object: ApiObject): object {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
  return rest;
}
