import { API_OBJECT, type ApiObject, type ResultRule } from '../../apimachinery/index.js';
import type { CacheEntry } from '../../storage/index.js';
import { guardHooks } from '../kinds/hook-failure.js';
import type { ObjectSource } from '../kinds/kind-definition.js';
import { ObjectCodec } from '../kinds/object-codec.js';
import type { ResolvedKind } from '../kinds/resolved-kind.js';

const NEWLINE = Buffer.from('\n');

const SOURCE_RESULTS: Readonly<Record<keyof ObjectSource, ResultRule>> = {
  get: { ...API_OBJECT, mayWait: true },
  list: {
    isRight: (result) => Array.isArray(result) && result.every((each) => API_OBJECT.isRight(each, undefined)),
    wanted: 'a list of objects with metadata',
    mayWait: true,
  },
};

/** Reads of a kind whose objects are computed, in the form of a cache's entries, so that they are answered as others. */
export class ComputedStore<T extends ApiObject = ApiObject> {
  readonly codec: ObjectCodec<T>;
  private readonly source: ObjectSource<T>;

  constructor(
    private readonly kind: ResolvedKind<T>,
    source: ObjectSource<T>,
  ) {
    this.source = guardHooks(source, SOURCE_RESULTS, { where: kind.place, declared: kind.definition });
    this.codec = new ObjectCodec(kind);
  }

  /** Returns one object. Throws what the source throws. */
  async get(name: string): Promise<CacheEntry> {
    return this.entryOf(await this.source.get(name));
  }

  /** Returns the objects that pass a filter. */
  async list(filter: (entry: CacheEntry) => boolean = () => true): Promise<CacheEntry[]> {
    const entries = (await this.source.list()).map((object) => this.entryOf(object));
    return entries.filter(filter);
  }

  /** A computed object has no version. */
  private entryOf(object: T): CacheEntry {
    const value = this.codec.encode(object);
    const key = this.kind.keyOf('', object.metadata.name);
    const entry = this.codec.entryOf({ key, value, revision: 0, createRevision: 0 });
    return { ...entry, bytes: Buffer.concat([value, NEWLINE]) };
  }
}
