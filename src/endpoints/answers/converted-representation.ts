import { type ApiObject, type ListMeta, type MaybePromise, whenSettled } from '../../apimachinery/index.js';
import type { JoinedItems, ListHead, ListSerializer, Negotiated, Serializer, WrittenList } from '../../codecs/index.js';
import type { ReadableResource } from '../../plugin-host/index.js';
import type { ReferenceQuirks } from '../../registry/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ListPage } from './list-page.js';
import { isEntry, listHeadOf, listedState, mapEntries, measureEntries } from './answered-list.js';
import { type ConvertedObject, ConvertedObjects } from './converted-objects.js';
import { checkIncludeObject, checkPresentation } from './presentation-checks.js';
import type { FrameOptions, Representation, RepresentationOptions } from './representation.js';
import {
  type TableObject,
  type TableOptions,
  type TableSource,
  partialMetadata,
  rowsOf,
  tableOf,
  tableSourceOf,
} from './views.js';

/** Every other way than the stored one: decodes, converts, presents and writes. What is asked for often is kept. */
export class ConvertedRepresentation implements Representation {
  readonly serializer: Serializer;
  readonly contentType: string;
  readonly key: string;
  private readonly itemKey: string;
  private readonly streamKey: string;
  readonly isTable: boolean;
  private readonly objects: ConvertedObjects;
  private readonly listType: { readonly kind: string; readonly apiVersion: string };

  constructor(
    private readonly resource: ReadableResource,
    private readonly negotiated: Negotiated,
    private readonly options: RepresentationOptions,
  ) {
    const { serializer, presentation, metaVersion } = negotiated;
    this.serializer = serializer;
    this.objects = new ConvertedObjects(resource);
    this.isTable = presentation === 'Table';
    this.listType =
      presentation === 'whole'
        ? { kind: resource.kind.listKind, apiVersion: resource.version.apiVersion }
        : { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${metaVersion}` };
    this.contentType = serializer.mediaType;
    const { version, generation } = resource;
    const shown = [version.apiVersion, serializer.name, presentation, metaVersion, generation || ''].join(' ');
    // Forms are few, whatever clients send: of what only tables know others have no part.
    this.key = `${shown} ${this.isTable ? options.includeObject : ''} ${options.isPretty}`;
    this.itemKey = `${shown} item`;
    this.streamKey = `${shown} streamed`;
  }

  checkFits(isList: boolean): void {
    this.checkInclude();
    const { kind, listKind, storage } = this.resource.kind;
    checkPresentation(this.negotiated.presentation, { type: storage.type, kind: isList ? listKind : kind, isList });
  }

  checkInclude(): void {
    if (this.isTable) checkIncludeObject(this.options.includeObject);
  }

  async object(entry: CacheEntry): Promise<Buffer> {
    // Tables show ages, which change without the object.
    if (this.isTable) return this.write(this.tableOf(await this.row(entry)));
    const known = this.options.shared.views.get(entry, this.key);
    return known ?? this.options.shared.views.keep(entry, this.key, await this.write(await this.shown(entry)));
  }

  async prepare({ entries }: ListPage, isGone: () => boolean): Promise<void> {
    if (this.convertsAny(entries)) await this.objects.each(entries, isGone, () => {});
  }

  async list(page: ListPage, isGone: () => boolean): Promise<WrittenList> {
    const { entries, meta } = page;
    const { serializer } = this;
    if (this.isTable) return { pieces: await this.tablePieces(page, isGone) };
    if (serializer.writesByType || (this.isWhole && !this.options.isPretty)) {
      const lists = await serializer.lists?.();
      if (lists) return this.joined(lists, page, isGone);
    }
    // An empty list of metadata has no items at all, as the reference's.
    if (entries.length === 0) return { pieces: [await this.write(this.listOf(meta, this.isWhole ? [] : null))] };
    const shown = await this.shownOf(entries, isGone);
    const dropsTypes = this.isWhole && !this.resource.version.type.isUnstructured;
    const items = dropsTypes ? mapItems(shown, withoutTypeMeta) : shown;
    const list = { document: this.listOf(meta, []), member: 'items', count: entries.length };
    return { pieces: await serializer.pieces(list, items, this.writeOptions) };
  }

  frame(type: string, object: ApiObject | CacheEntry, options: FrameOptions = {}): MaybePromise<Buffer> {
    const { stream } = this.serializer;
    const written = isEntry(object) ? this.streamed(object, options) : this.writeStreamed(object);
    return whenSettled(written, (bytes) => stream.frame(type, bytes));
  }

  bookmark(object: ApiObject, { hasColumns = false }: FrameOptions = {}): MaybePromise<Buffer> {
    if (this.isTable) return this.frame('BOOKMARK', this.watchedTable({ seen: object }, hasColumns) as ApiObject);
    const { kind, version } = this.resource;
    const { emptyObject } = kind.definition.quirks ?? {};
    const empty = { ...emptyObject, ...object, metadata: metadataOfBookmark(object, emptyObject) };
    const whole = version.type.decode(empty) as unknown as ApiObject;
    return this.frame('BOOKMARK', this.present(whole));
  }

  emptyList(): MaybePromise<Buffer> {
    return this.writeStreamed(this.listOf({}, null));
  }

  private get isWhole(): boolean {
    return this.negotiated.presentation === 'whole';
  }

  private get writeOptions(): { type: ReadableResource['version']['type']; isPretty: boolean } {
    return { type: this.resource.version.type, isPretty: this.options.isPretty };
  }

  /** A list of items that are encoded once per version of an object, however often they are listed. */
  private async joined(lists: ListSerializer, page: ListPage, isGone: () => boolean): Promise<WrittenList> {
    const head = this.headOf(page.meta);
    const state = listedState(this.resource, page, this.itemKey);
    const join = (): MaybePromise<JoinedItems> => this.joinItems(lists, { head, entries: page.entries, isGone });
    return lists.enclose(head, await (state ? this.options.shared.lists.itemsOf(state, join) : join()));
  }

  private async joinItems(
    lists: ListSerializer,
    { head, entries, isGone }: { head: ListHead; entries: readonly CacheEntry[]; isGone: () => boolean },
  ): Promise<JoinedItems> {
    const converted = this.convertsAny(entries) ? await this.convertItems(lists, entries, isGone) : NOTHING_KEPT;
    const bytesOf = (entry: CacheEntry): Buffer =>
      converted.get(entry) ??
      this.options.shared.views.get(entry, this.itemKey) ??
      this.keepItem(lists, entry, this.present(this.convertedNow(entry)));
    const sizeOf = (entry: CacheEntry): number =>
      this.options.shared.views.sizeOf(entry, this.itemKey) ?? bytesOf(entry).length;
    const sizes = lists.needsSizes ? await measureEntries(entries, sizeOf, isGone) : undefined;
    return lists.joinItems(head, { bytes: mapEntries(entries, bytesOf), count: entries.length, sizes });
  }

  /**
   * Writes the items that are not kept, so that a list that cannot be shown fails before it begins. Answers those that
   * could not be made again at once.
   */
  private async convertItems(
    lists: ListSerializer,
    entries: readonly CacheEntry[],
    isGone: () => boolean,
  ): Promise<ReadonlyMap<CacheEntry, Buffer>> {
    const { conversionMayWait } = this.resource.kind;
    const kept = new Map<CacheEntry, Buffer>();
    const missing = entries.filter((entry) => {
      const known = this.options.shared.views.get(entry, this.itemKey);
      if (known && conversionMayWait) kept.set(entry, known);
      return conversionMayWait ? !known : this.options.shared.views.sizeOf(entry, this.itemKey) === undefined;
    });
    await this.objects.each(missing, isGone, (entry, { shown }) => {
      const bytes = this.keepItem(lists, entry, this.present(shown));
      if (conversionMayWait) kept.set(entry, bytes);
    });
    return kept;
  }

  private keepItem(lists: ListSerializer, entry: CacheEntry, shown: ApiObject): Buffer {
    return this.options.shared.views.keep(entry, this.itemKey, lists.item(shown, this.resource.version.type));
  }

  private headOf(metadata: ListMeta): ListHead {
    if (this.isWhole) return listHeadOf(this.resource, metadata);
    const version = this.negotiated.metaVersion;
    const { kind } = this.listType;
    return { group: 'meta.k8s.io', version, kind, itemKind: 'PartialObjectMetadata', metadata };
  }

  private listOf(metadata: ListMeta, items: [] | null): Record<string, unknown> {
    return { ...this.listType, metadata, items };
  }

  private async tablePieces({ entries, meta }: ListPage, isGone: () => boolean): Promise<Iterable<Uint8Array>> {
    const options = this.tableOptions(meta);
    const document = tableOf(this.tableSource, [], options);
    if (entries.length === 0) return [await this.write(document)];
    const objects = this.convertsAny(entries)
      ? mapItems(await this.objects.all(entries, isGone), (object) => this.tableObject(object))
      : mapEntries(entries, (entry) => ({ seen: this.objects.stored(entry) }));
    const rows = rowsOf(this.tableSource, objects, options);
    return this.serializer.pieces({ document, member: 'rows', count: entries.length }, rows, this.writeOptions);
  }

  /** The object of a frame; kept where others will ask for it. Tables show ages, and are not. */
  private streamed(entry: CacheEntry, { hasColumns = false, isKept = false }: FrameOptions): MaybePromise<Buffer> {
    if (this.isTable) {
      return whenSettled(this.row(entry), (row) => this.writeStreamed(this.watchedTable(row, hasColumns)));
    }
    const known = this.options.shared.views.get(entry, this.streamKey);
    if (known) return known;
    const written = whenSettled(this.shown(entry), (shown) => this.writeStreamed(shown));
    if (!isKept) return written;
    const keep = (bytes: Buffer): Buffer => this.options.shared.views.keep(entry, this.streamKey, bytes);
    return whenSettled(written, keep);
  }

  private writeStreamed(object: object): MaybePromise<Buffer> {
    return this.serializer.stream.write(object, { type: this.resource.version.type });
  }

  private watchedTable(row: TableObject, hasColumns: boolean): object {
    const table = this.tableOf(row);
    return hasColumns ? table : withoutColumns(table);
  }

  /** True if what is shown of an object depends on the version of the request: of metadata alone it mostly does not. */
  private get showsVersion(): boolean {
    const { isWhole, isTable, options, resource } = this;
    return isWhole || resource.kind.worksInRequested || (isTable && options.includeObject === 'Object');
  }

  private converts({ storedVersion }: CacheEntry): boolean {
    const { kind, version } = this.resource;
    return this.showsVersion && (storedVersion ?? kind.storage.apiVersion) !== version.apiVersion;
  }

  private convertsAny(entries: readonly CacheEntry[]): boolean {
    return entries.some((entry) => this.converts(entry));
  }

  /** An object as it is shown. */
  private shown(entry: CacheEntry): MaybePromise<ApiObject> {
    if (!this.converts(entry)) return this.present(this.objects.stored(entry));
    return whenSettled(this.objects.of(entry), ({ shown }) => this.present(shown));
  }

  /** The objects of a list as they are shown. */
  private async shownOf(entries: readonly CacheEntry[], isGone: () => boolean): Promise<Iterable<ApiObject>> {
    if (!this.convertsAny(entries)) return mapEntries(entries, (entry) => this.present(this.objects.stored(entry)));
    return mapItems(await this.objects.all(entries, isGone), ({ shown }) => this.present(shown));
  }

  private convertedNow(entry: CacheEntry): ApiObject {
    return this.converts(entry) ? this.objects.at(entry).shown : this.objects.stored(entry);
  }

  private row(entry: CacheEntry): MaybePromise<TableObject> {
    if (!this.converts(entry)) return { seen: this.objects.stored(entry) };
    return whenSettled(this.objects.of(entry), (object) => this.tableObject(object));
  }

  private tableObject({ stored, shown }: ConvertedObject): TableObject {
    return this.resource.kind.worksInRequested ? { seen: shown } : { seen: stored, shown };
  }

  private present(object: ApiObject): ApiObject {
    if (this.isWhole) return object;
    const { conversionAnnotations } = this.resource.kind.definition;
    return partialMetadata(object, this.negotiated.metaVersion, conversionAnnotations);
  }

  private get tableSource(): TableSource {
    return tableSourceOf(this.resource);
  }

  private tableOptions(meta: ListMeta): TableOptions {
    const { metaVersion } = this.negotiated;
    return { meta, metaVersion, includeObject: this.options.includeObject };
  }

  /** A table of one object, which has its version. */
  private tableOf(row: TableObject): object {
    const meta = { resourceVersion: row.seen.metadata.resourceVersion };
    return tableOf(this.tableSource, [row], this.tableOptions(meta));
  }

  private write(object: object): MaybePromise<Buffer> {
    return this.serializer.write(object, this.writeOptions);
  }
}

/** The items made into something else, each when it is reached. */
function* mapItems<T, R>(items: Iterable<T>, make: (item: T) => R): Generator<R> {
  for (const item of items) yield make(item);
}

const NOTHING_KEPT: ReadonlyMap<CacheEntry, Buffer> = new Map();

/** Only the first table of a watch describes its columns. */
function withoutColumns(table: object): object {
  return { ...table, columnDefinitions: null };
}

function withoutTypeMeta(object: ApiObject): object {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
  return rest;
}

/** The metadata of a bookmark, with the annotations that the conversions of its kind write. */
function metadataOfBookmark({ metadata }: ApiObject, empty: ReferenceQuirks['emptyObject']): ApiObject['metadata'] {
  const converted = empty?.metadata?.annotations;
  return converted ? { ...metadata, annotations: { ...converted, ...metadata.annotations } } : metadata;
}
