import { type ApiObject, type ListMeta, storageReadError, type MaybePromise } from '../../apimachinery/index.js';
import type { JoinedItems, ListHead, ListSerializer, Negotiated, Serializer, WrittenList } from '../../codecs/index.js';
import type { ServedResource } from '../../plugin-host/index.js';
import type { ObjectCodec } from '../../registry/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ListPage } from '../reading/list.js';
import { LISTS, isEntry, listHeadOf, listedState, mapEntries, measureEntries } from './answered-list.js';
import { checkIncludeObject, checkPresentation } from './presentation-checks.js';
import type { FrameOptions, Representation, RepresentationOptions } from './representation.js';
import { ViewMemo } from './view-memo.js';
import { type TableOptions, type TableSource, partialMetadata, rowsOf, tableOf, tableSourceOf } from './views.js';

/** Bytes of other forms than the stored one that are kept, of all objects of the process together. */
const KEPT_BYTES = 64 << 20;
const VIEWS = new ViewMemo(KEPT_BYTES);

/** Every other way than the stored one: decodes, converts, presents and writes. What is asked for often is kept. */
export class ConvertedRepresentation implements Representation {
  readonly serializer: Serializer;
  readonly contentType: string;
  readonly key: string;
  private readonly itemKey: string;
  private readonly streamKey: string;
  readonly isTable: boolean;
  private readonly listType: { readonly kind: string; readonly apiVersion: string };

  constructor(
    private readonly resource: ServedResource,
    private readonly negotiated: Negotiated,
    private readonly options: RepresentationOptions,
  ) {
    const { serializer, presentation, metaVersion } = negotiated;
    this.serializer = serializer;
    this.isTable = presentation === 'Table';
    this.listType =
      presentation === 'whole'
        ? { kind: resource.kind.listKind, apiVersion: resource.version.apiVersion }
        : { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${metaVersion}` };
    this.contentType = serializer.mediaType;
    const shown = [resource.version.apiVersion, serializer.name, presentation, metaVersion].join(' ');
    // Forms are few, whatever clients send: of what only tables know others have no part.
    this.key = `${shown} ${this.isTable ? options.includeObject : ''} ${options.isPretty}`;
    this.itemKey = `${shown} item`;
    this.streamKey = `${shown} streamed`;
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
    if (this.isTable) return this.write(this.tableOf([this.hub(entry)]));
    return VIEWS.get(entry, this.key) ?? VIEWS.keep(entry, this.key, await this.write(this.shown(entry)));
  }

  async list(page: ListPage, isGone: () => boolean): Promise<WrittenList> {
    const { entries, meta } = page;
    const { serializer } = this;
    if (this.isTable) return { pieces: await this.tablePieces(entries, meta) };
    if (serializer.writesByType || (this.isWhole && !this.options.isPretty)) {
      const lists = await serializer.lists?.();
      if (lists) return this.joined(lists, page, isGone);
    }
    // An empty list of metadata has no items at all, as the reference's.
    if (entries.length === 0) return { pieces: [await this.write(this.listOf(meta, this.isWhole ? [] : null))] };
    const items = mapEntries(entries, (entry) =>
      this.isWhole ? withoutTypeMeta(this.shown(entry)) : this.shown(entry),
    );
    const list = { document: this.listOf(meta, []), member: 'items', count: entries.length };
    return { pieces: await serializer.pieces(list, items, this.writeOptions) };
  }

  frame(type: string, object: ApiObject | CacheEntry, options: FrameOptions = {}): MaybePromise<Buffer> {
    const { stream } = this.serializer;
    const written = isEntry(object) ? this.streamed(object, options) : this.writeStreamed(object);
    return written instanceof Promise
      ? written.then((bytes) => stream.frame(type, bytes))
      : stream.frame(type, written);
  }

  bookmark(object: ApiObject, { hasColumns = false }: FrameOptions = {}): MaybePromise<Buffer> {
    if (this.isTable) return this.frame('BOOKMARK', this.watchedTable(object, hasColumns) as ApiObject);
    const whole = this.resource.version.type.decode(object) as unknown as ApiObject;
    return this.frame('BOOKMARK', this.present(whole));
  }

  emptyList(): MaybePromise<Buffer> {
    return this.writeStreamed(this.listOf({}, null));
  }

  private get isWhole(): boolean {
    return this.negotiated.presentation === 'whole';
  }

  private get writeOptions(): { type: ServedResource['version']['type']; isPretty: boolean } {
    return { type: this.resource.version.type, isPretty: this.options.isPretty };
  }

  /** A list of items that are encoded once per version of an object, however often they are listed. */
  private async joined(lists: ListSerializer, page: ListPage, isGone: () => boolean): Promise<WrittenList> {
    const head = this.headOf(page.meta);
    const state = listedState(this.resource, page, this.itemKey);
    const join = (): MaybePromise<JoinedItems> => this.joinItems(lists, { head, entries: page.entries, isGone });
    return lists.enclose(head, await (state ? LISTS.itemsOf(state, join) : join()));
  }

  private async joinItems(
    lists: ListSerializer,
    { head, entries, isGone }: { head: ListHead; entries: readonly CacheEntry[]; isGone: () => boolean },
  ): Promise<JoinedItems> {
    const bytesOf = (entry: CacheEntry): Buffer =>
      VIEWS.get(entry, this.itemKey) ?? VIEWS.keep(entry, this.itemKey, this.writeItem(lists, entry));
    const sizeOf = (entry: CacheEntry): number => VIEWS.sizeOf(entry, this.itemKey) ?? bytesOf(entry).length;
    const sizes = lists.needsSizes ? await measureEntries(entries, sizeOf, isGone) : undefined;
    return lists.joinItems(head, { bytes: mapEntries(entries, bytesOf), count: entries.length, sizes });
  }

  private writeItem(lists: ListSerializer, entry: CacheEntry): Buffer {
    return lists.item(this.shown(entry), this.resource.version.type);
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

  private async tablePieces(entries: readonly CacheEntry[], meta: ListMeta): Promise<Iterable<Uint8Array>> {
    const options = this.tableOptions(meta);
    const document = tableOf(this.tableSource, [], options);
    if (entries.length === 0) return [await this.write(document)];
    const rows = rowsOf(
      this.tableSource,
      mapEntries(entries, (entry) => this.hub(entry)),
      options,
    );
    return this.serializer.pieces({ document, member: 'rows', count: entries.length }, rows, this.writeOptions);
  }

  /** The object of a frame; kept where others will ask for it. Tables show ages, and are not. */
  private streamed(entry: CacheEntry, { hasColumns = false, isKept = false }: FrameOptions): MaybePromise<Buffer> {
    if (this.isTable) return this.writeStreamed(this.watchedTable(this.hub(entry), hasColumns));
    const known = VIEWS.get(entry, this.streamKey);
    if (known) return known;
    const written = this.writeStreamed(this.shown(entry));
    if (!isKept) return written;
    const keep = (bytes: Buffer): Buffer => VIEWS.keep(entry, this.streamKey, bytes);
    return written instanceof Promise ? written.then(keep) : keep(written);
  }

  private writeStreamed(object: object): MaybePromise<Buffer> {
    return this.serializer.stream.write(object, { type: this.resource.version.type });
  }

  private watchedTable(object: ApiObject, hasColumns: boolean): object {
    const table = this.tableOf([object]);
    return hasColumns ? table : withoutColumns(table);
  }

  private hub(entry: CacheEntry): ApiObject {
    return codecOf(this.resource).decode(entry);
  }

  private shown(entry: CacheEntry): ApiObject {
    const { kind, version } = this.resource;
    const hub = this.hub(entry);
    // Of metadata alone there is nothing to convert.
    if (version === kind.storage || !this.isWhole) return this.present(hub);
    return version.type.decode(this.converted(entry, hub)) as unknown as ApiObject;
  }

  /** Where the conversion fails only this object does, and says so. */
  private converted({ key }: CacheEntry, hub: ApiObject): ApiObject {
    const { kind, version } = this.resource;
    try {
      return kind.fromHub(version, hub);
    } catch (error) {
      throw Object.assign(storageReadError(kind.groupResource, [key]), { cause: error });
    }
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
  private tableOf(hubs: readonly [ApiObject]): object {
    const meta = { resourceVersion: hubs[0].metadata.resourceVersion };
    return tableOf(this.tableSource, hubs, this.tableOptions(meta));
  }

  private write(object: object): MaybePromise<Buffer> {
    return this.serializer.write(object, this.writeOptions);
  }
}

/** What reads the entries of a resource, be its objects stored or computed. */
function codecOf({ store, computed }: ServedResource): ObjectCodec {
  return (store ?? computed)!.codec;
}

/** Only the first table of a watch describes its columns. */
function withoutColumns(table: object): object {
  return { ...table, columnDefinitions: null };
}

function withoutTypeMeta(object: ApiObject): object {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
  return rest;
}
