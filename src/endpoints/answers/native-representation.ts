import { type ApiObject, type MaybePromise, whenSettled } from '../../apimachinery/index.js';
import type { JoinedItems, ListSerializer, Serializer, WrittenItems, WrittenList } from '../../codecs/index.js';
import type { ReadableResource } from '../../plugin-host/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ListPage } from './list-page.js';
import { isEntry, listHeadOf, listedState } from './answered-list.js';
import type { ListMemo } from './list-memo.js';
import type { Representation } from './representation.js';

/** The storage version as caches keep it: their own bytes. */
export class NativeRepresentation implements Representation {
  readonly serializer: Serializer;
  readonly contentType: string;
  readonly key = 'native';
  readonly isTable = false;
  private readonly listKey: string;

  constructor(
    private readonly resource: ReadableResource,
    private readonly general: Representation,
    private readonly lists: ListMemo,
  ) {
    this.serializer = general.serializer;
    this.contentType = general.contentType;
    this.listKey = `${this.key} ${resource.version.apiVersion}`;
  }

  checkFits(): void {}

  checkInclude(): void {}

  object(entry: CacheEntry): MaybePromise<Buffer> {
    return entry.storedVersion === undefined ? entry.bytes : this.general.object(entry);
  }

  prepare(page: ListPage, isGone: () => boolean): MaybePromise<void> {
    return this.holdsOtherVersions(page) ? this.general.prepare(page, isGone) : undefined;
  }

  list(page: ListPage, isGone: () => boolean): MaybePromise<WrittenList> {
    if (this.holdsOtherVersions(page)) return this.general.list(page, isGone);
    return whenSettled(this.serializer.lists!(), (lists) => this.join(lists, page));
  }

  bookmark(object: ApiObject): MaybePromise<Buffer> {
    return this.general.bookmark(object);
  }

  emptyList(): MaybePromise<Buffer> {
    return this.general.emptyList();
  }

  frame(type: string, object: ApiObject | CacheEntry): MaybePromise<Buffer> {
    if (!isEntry(object) || object.storedVersion !== undefined) return this.general.frame(type, object);
    return this.serializer.stream.frame(type, object.bytes);
  }

  /** Looked for only where there can be any. */
  private holdsOtherVersions({ entries }: ListPage): boolean {
    return this.resource.kind.conversionMayWait && entries.some(({ storedVersion }) => storedVersion !== undefined);
  }

  private join(lists: ListSerializer, page: ListPage): WrittenList {
    const head = listHeadOf(this.resource, page.meta);
    const join = (): JoinedItems => lists.joinItems(head, itemsOf(page.entries));
    const state = listedState(this.resource, page, this.listKey);
    return lists.enclose(head, state ? this.lists.itemsOf(state, join) : join());
  }
}

function itemsOf(entries: readonly CacheEntry[]): WrittenItems {
  const bytes = entries.map((entry) => entry.bytes);
  return { bytes, count: entries.length, sizes: bytes.map(({ length }) => length) };
}
