import type { ApiObject, MaybePromise } from '../../apimachinery/index.js';
import type { ListSerializer, Serializer, WrittenList } from '../../codecs/index.js';
import type { ServedResource } from '../../plugin-host/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ListPage } from '../reading/list.js';
import { isEntry, listHeadOf } from './answered-list.js';
import type { Representation } from './representation.js';

/** The storage version as caches keep it: their own bytes. */
export class NativeRepresentation implements Representation {
  readonly serializer: Serializer;
  readonly contentType: string;
  readonly key = 'native';
  readonly isTable = false;

  constructor(
    private readonly resource: ServedResource,
    private readonly general: Representation,
  ) {
    this.serializer = general.serializer;
    this.contentType = general.contentType;
  }

  checkFits(): void {}

  checkInclude(): void {}

  object(entry: CacheEntry): Buffer {
    return entry.bytes;
  }

  list(page: ListPage): MaybePromise<WrittenList> {
    const lists = this.serializer.lists!();
    return lists instanceof Promise ? lists.then((loaded) => this.join(loaded, page)) : this.join(lists, page);
  }

  bookmark(object: ApiObject): MaybePromise<Buffer> {
    return this.general.bookmark(object);
  }

  emptyList(): MaybePromise<Buffer> {
    return this.general.emptyList();
  }

  frame(type: string, object: ApiObject | CacheEntry): MaybePromise<Buffer> {
    if (!isEntry(object)) return this.general.frame(type, object);
    return this.serializer.stream.frame(type, object.bytes);
  }

  private join(lists: ListSerializer, { entries, meta }: ListPage): WrittenList {
    const bytes = entries.map((entry) => entry.bytes);
    const sizes = bytes.map(({ length }) => length);
    return lists.join(listHeadOf(this.resource, meta), { bytes, count: entries.length, sizes });
  }
}
