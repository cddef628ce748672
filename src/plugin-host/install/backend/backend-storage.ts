import type { ApiObject } from '../../../apimachinery/index.js';
import { parseJson, stringifyJson } from '../../../codecs/index.js';
import { BackendError, type BackendObject, type BackendPlace, type ResourceBackend } from '../../../registry/index.js';
import {
  type KeyChange,
  type RangeResult,
  Storage,
  type StorageListener,
  type StorageWatch,
  type StoredValue,
  type WatchOptions,
  type WriteOptions,
  compacted,
  keyExists,
  keyNotFound,
  revisionConflict,
  unreachable,
} from '../../../storage/index.js';

/** The backend of a resource, as a store of its objects: what generic code stores, lists and watches. */
export class BackendStorage extends Storage {
  /** Others may write to it, so that reads ask for its version. */
  readonly isSoleWriter = false;
  private readonly watches = new Set<StorageWatch>();

  /** `prefix` begins the keys of the kind, and ends in `/`. */
  constructor(
    private readonly backend: ResourceBackend,
    private readonly prefix: string,
  ) {
    super();
  }

  currentRevision(): number | Promise<number> {
    return this.backend.version();
  }

  async compactedRevision(): Promise<number> {
    return Promise.resolve(0);
  }

  async get(key: string): Promise<StoredValue | undefined> {
    const found = await this.backend.get(this.placeOf(key));
    return found && this.storedOf(found);
  }

  /** Reads the newest state; older ones are compacted. */
  async range(
    prefix: string,
    { revision = 0, startAfter = '' }: { revision?: number; startAfter?: string } = {},
  ): Promise<RangeResult> {
    const { items, version } = await this.backend.list();
    if (revision > 0 && revision < version) throw compacted(revision, version);
    const values = items.map((item) => this.storedOf(item));
    const wanted = values.filter(({ key }) => key.startsWith(prefix) && key > startAfter);
    wanted.sort((a, b) => (a.key < b.key ? -1 : 1));
    return { items: wanted, revision: version, more: false };
  }

  /** Returns undefined: there is no history. */
  async changeBefore(): Promise<KeyChange | undefined> {
    return Promise.resolve(undefined);
  }

  async create(key: string, value: Buffer, options: WriteOptions = {}): Promise<number> {
    refuseLifetime(options);
    return this.write({ key, expected: 0 }, () => this.backend.create(objectOf(value)));
  }

  // eslint-disable-next-line max-params -- the port's
  async update(key: string, value: Buffer, expected: number, options: WriteOptions = {}): Promise<number> {
    refuseLifetime(options);
    return this.write({ key, expected }, () => this.backend.update(objectOf(value), expected));
  }

  async delete(key: string, expected: number): Promise<number> {
    return this.write({ key, expected }, () => this.backend.delete(this.placeOf(key), expected));
  }

  async watch({ afterRevision, signal }: WatchOptions, listener: StorageListener): Promise<StorageWatch> {
    const after = afterRevision ?? (await this.backend.version());
    const stop = await this.follow(after, listener);
    const watch = { close: () => void (this.watches.delete(watch) && stop()) };
    this.watches.add(watch);
    if (signal?.aborted) watch.close();
    else signal?.addEventListener('abort', () => watch.close(), { once: true });
    return watch;
  }

  async compact(): Promise<void> {}

  async checkWritable(): Promise<void> {}

  async sizeInBytes(): Promise<number> {
    return Promise.resolve(0);
  }

  async close(): Promise<void> {
    for (const watch of this.watches) watch.close();
    return Promise.resolve();
  }

  private async follow(after: number, listener: StorageListener): Promise<() => void> {
    try {
      return await this.backend.watch(after, {
        onChange: ({ type, ...found }) => {
          const stored = this.storedOf(found);
          listener.onEvent({ ...stored, type });
          listener.onProgress?.(stored.revision);
        },
        onEnd: (error) => listener.onEnd?.(unreachable('the backend has ended a watch', error)),
      });
    } catch (error) {
      throw isRefusal(error, 'expired') ? compacted(after, after + 1) : error;
    }
  }

  private async write(
    { key, expected }: { readonly key: string; readonly expected: number },
    write: () => number | Promise<number>,
  ): Promise<number> {
    try {
      return await write();
    } catch (error) {
      if (isRefusal(error, 'exists')) throw keyExists(key, 0);
      if (isRefusal(error, 'notFound')) throw keyNotFound(key);
      if (isRefusal(error, 'conflict')) throw revisionConflict(key, expected, 0);
      throw unreachable('the backend has failed', error);
    }
  }

  private placeOf(key: string): BackendPlace {
    const parts = key.slice(this.prefix.length).split('/');
    const name = parts.pop()!;
    return { namespace: parts[0] ?? '', name };
  }

  private storedOf({ object, version }: BackendObject): StoredValue {
    const { resourceVersion: _version, ...metadata } = object.metadata;
    const { namespace = '', name = '' } = metadata;
    const key = namespace === '' ? `${this.prefix}${name}` : `${this.prefix}${namespace}/${name}`;
    const value = Buffer.from(stringifyJson({ ...object, metadata }));
    return { key, value, revision: version, createRevision: version };
  }
}

function objectOf(value: Buffer): ApiObject {
  return parseJson(value.toString('utf8')).value as unknown as ApiObject;
}

function isRefusal(error: unknown, reason: BackendError['reason']): boolean {
  return error instanceof BackendError && error.reason === reason;
}

/** Objects that expire are the server's own store's. */
function refuseLifetime({ ttlSeconds }: WriteOptions): void {
  if (ttlSeconds !== undefined) throw new Error('objects of a backend have no lifetime; remove lifetimeSeconds');
}
