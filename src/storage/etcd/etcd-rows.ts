import type { EtcdSettings } from '../etcd-settings.js';
import { ROW_PAGE, type RowStore, type RowStoreState, type StoredRow } from '../row-store.js';
import { unreachable } from '../storage-error.js';
import { Endpoints } from './endpoints.js';
import { fromCallError } from './etcd-errors.js';
import { EtcdStorage } from './etcd-storage.js';
import { Keys, endOf } from './keys.js';
import { type KeyValue, METHODS, type RangeResponse } from './protocol.js';

/** Writes at a time. */
const CONCURRENCY = 64;
const REPEATABLE = { repeatable: true };

/** The keys under the prefix of a cluster in etcd, as they are now. etcd gives its own revisions to what is written. */
export class EtcdRows implements RowStore {
  readonly keepsRevisions = false;
  readonly hasKubernetesForm = true;
  private readonly lifetimes = new Map<string, Promise<number | null>>();

  private constructor(
    private readonly storage: EtcdStorage,
    private readonly endpoints: Endpoints,
    private readonly keys: Keys,
  ) {}

  /** Connects. */
  static async open(settings: EtcdSettings): Promise<EtcdRows> {
    const storage = await EtcdStorage.open(settings);
    return new EtcdRows(storage, await Endpoints.open(settings), new Keys(settings.prefix));
  }

  /** Reads the newest state: history stays in etcd. */
  async state(): Promise<RowStoreState> {
    const newest = await this.storage.currentRevision();
    return { newest, oldest: newest, purged: newest };
  }

  async isEmpty(): Promise<boolean> {
    const { items } = await this.storage.range('/registry/', { limit: 1 });
    return items.length === 0;
  }

  async *rows(): AsyncIterable<readonly StoredRow[]> {
    const prefix = this.keys.bytesOf('/registry/');
    let [from, revision] = [prefix, 0];
    for (;;) {
      const request = { key: from, range_end: endOf(prefix), limit: ROW_PAGE, revision };
      const page = await this.call<RangeResponse>(METHODS.range, request);
      const kvs = page.kvs ?? [];
      revision ||= page.header.revision;
      if (kvs.length > 0) yield await Promise.all(kvs.map((kv) => this.rowOf(kv)));
      if (!page.more) return;
      from = Buffer.concat([kvs.at(-1)!.key, Buffer.of(0)]);
    }
  }

  async write(rows: readonly StoredRow[]): Promise<void> {
    for (let at = 0; at < rows.length; at += CONCURRENCY) {
      await Promise.all(rows.slice(at, at + CONCURRENCY).map((row) => this.create(row)));
    }
  }

  async finish(): Promise<void> {}

  async clear(): Promise<void> {
    for (;;) {
      const { items, more } = await this.storage.range('/registry/', { limit: ROW_PAGE });
      await Promise.all(items.map(({ key, revision }) => this.storage.delete(key, revision)));
      if (!more) return;
    }
  }

  async close(): Promise<void> {
    this.endpoints.close();
    await this.storage.close();
  }

  private create({ key, value, expiresAt }: StoredRow): Promise<number> {
    const ttlSeconds = expiresAt === null ? undefined : Math.max(1, Math.ceil((expiresAt - Date.now()) / 1000));
    return this.storage.create(key, value, { ttlSeconds });
  }

  private async rowOf({ key, value = Buffer.alloc(0), lease, ...revisions }: KeyValue): Promise<StoredRow> {
    const own = this.keys.fromEtcd(key.toString());
    if (own === undefined) throw unreachable(`${key.toString()} is a key of another cluster`);
    return {
      key: own,
      value,
      revision: revisions.mod_revision,
      createRevision: revisions.create_revision,
      previousRevision: 0,
      isDeleted: false,
      expiresAt: lease === undefined || lease === '0' ? null : await this.endOfLease(lease),
    };
  }

  private endOfLease(id: string): Promise<number | null> {
    const known = this.lifetimes.get(id) ?? this.askLease(id);
    this.lifetimes.set(id, known);
    return known;
  }

  private async askLease(id: string): Promise<number> {
    const { TTL = 0 } = await this.call<{ TTL?: number }>(METHODS.timeToLive, { ID: id });
    return Date.now() + Math.max(0, TTL) * 1000;
  }

  private call<T>(method: (typeof METHODS)[keyof typeof METHODS], request: object): Promise<T> {
    return this.endpoints.call<T>(method, request, REPEATABLE).catch((error: unknown) => {
      throw fromCallError(error);
    });
  }
}
