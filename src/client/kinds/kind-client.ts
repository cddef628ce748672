import { type ApiObject, isNotFound } from '../../apimachinery/index.js';
import type { Clock } from '../../observability/index.js';
import { isExpired } from '../requests/api-errors.js';
import { retryOnConflict } from '../requests/retry-on-conflict.js';
import { Reflection, type ReflectionSettings } from '../watching/reflection.js';
import { type WatchEvent, type WatchOptions, watchEvents } from '../watching/watch-events.js';
import { type Collection, targetOf } from './collection.js';
import type { Configured } from './configured.js';
import { type ObjectPage, pagesOf } from './object-pages.js';
import {
  type ApplyOptions,
  type DeletionOptions,
  type GetOptions,
  type ListOptions,
  type PatchOptions,
  type Selection,
  type WriteOptions,
  deletionBody,
  readQuery,
  selectionQuery,
  writeQuery,
} from './operation-options.js';
import type { ResourceKind } from './resource-kind.js';
import { ScaleClient, StatusClient, SubresourceClient } from './subresources.js';

/**
 * The operations on one kind: in all namespaces, or in one by `namespace`. Failures are StatusError where the server
 * answered, and OutboundError where it did not.
 *
 * @public
 * @example
 * const berths: KindClient<Berth> = client.of(Berth).namespace('harbor');
 * for await (const { metadata } of berths.each({ labelSelector: 'pier=north' })) logger.info(metadata.name ?? '');
 */
export class KindClient<T extends ApiObject> {
  /** @internal */
  constructor(private readonly collection: Collection<T>) {}

  /** The kind as paths name it. */
  get kind(): ResourceKind<T> {
    return this.collection.kind;
  }

  /** Returns the same operations in one namespace. */
  namespace(name: string): KindClient<T> {
    return new KindClient(this.collection.inNamespace(name));
  }

  /** Reads an object; NotFound if there is none. */
  get(name: string, options: GetOptions = {}): Promise<T> {
    const path = this.collection.pathOf({ name });
    return this.collection.exchange({ method: 'GET', path, query: readQuery(options) }, options);
  }

  /** Reads an object, or undefined if there is none. */
  async find(name: string, options: GetOptions = {}): Promise<T | undefined> {
    try {
      return await this.get(name, options);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Reads all objects, however many pages they take, at one state of the store. */
  async list(options: ListOptions = {}): Promise<ObjectPage<T>> {
    const items: T[] = [];
    let resourceVersion = '';
    try {
      for await (const page of this.pages(options)) {
        for (const item of page.items) items.push(item);
        resourceVersion = page.resourceVersion;
      }
    } catch (error) {
      if (items.length === 0 || options.limit === 0 || !isExpired(error)) throw error;
      // The state of the first page is not kept any more: a list without pages needs none (upstream: pager).
      return this.list({ ...options, limit: 0 });
    }
    return { items, resourceVersion };
  }

  /** Reads the objects page by page; the next page is requested when the loop asks for it. */
  pages(options: ListOptions = {}): AsyncGenerator<ObjectPage<T>> {
    const { listed, requests } = this.collection;
    return pagesOf<T>(requests, listed, options);
  }

  /** Reads the objects one by one, page by page. */
  async *each(options: ListOptions = {}): AsyncGenerator<T> {
    for await (const { items } of this.pages(options)) yield* items;
  }

  /** Follows changes, over interruptions of the connection and restarts of the server. Ends with its signal. */
  watch(options: WatchOptions = {}): AsyncGenerator<WatchEvent<T>> {
    return watchEvents(this.collection.listed, options);
  }

  /** Creates an object; AlreadyExists where its name is taken. */
  create(object: T, options: WriteOptions = {}): Promise<T> {
    const path = this.collection.pathToCreate(object.metadata.namespace);
    const query = writeQuery(this.collection.managed(options));
    return this.collection.exchange({ method: 'POST', path, query, body: this.collection.marked(object) }, options);
  }

  /** Replaces an object; Conflict where its resourceVersion is not the newest. */
  update(object: T, options: WriteOptions = {}): Promise<T> {
    return this.collection.replace(targetOf(object), this.collection.marked(object), options);
  }

  /**
   * Reads an object, changes it, and writes it; again where others write meanwhile. Nothing is written where `change`
   * answers undefined.
   */
  modify(name: string, change: (current: T) => T | undefined, options: WriteOptions = {}): Promise<T> {
    const { signal } = options;
    const { clock } = this.collection.requests.settings;
    const attempt = async (): Promise<T> => {
      const current = await this.get(name, { timeout: options.timeout, signal });
      const { resourceVersion } = current.metadata;
      const next = change(current);
      if (next === undefined) return current;
      return this.update({ ...next, metadata: { ...next.metadata, resourceVersion } }, options);
    };
    return retryOnConflict(attempt, { signal, clock });
  }

  /** Patches an object. */
  patch(name: string, patch: unknown, options: PatchOptions = {}): Promise<T> {
    return this.collection.patch({ name }, patch, options);
  }

  /** Applies a configuration (server-side apply); Conflict where other managers own what it changes. */
  apply(configuration: Configured<T>, options: ApplyOptions = {}): Promise<T> {
    const body = this.collection.marked(configuration as unknown as T);
    return this.collection.apply(targetOf(body), body, options);
  }

  /** Deletes an object, or marks it where finalizers or a grace period hold it. */
  async delete(name: string, options: DeletionOptions = {}): Promise<void> {
    const path = this.collection.pathOf({ name });
    await this.collection.requests.call({ method: 'DELETE', path, body: deletionBody(options) }, options);
  }

  /** Deletes all selected objects. */
  async deleteCollection(options: DeletionOptions & Selection = {}): Promise<void> {
    const { requests } = this.collection;
    const { path } = this.collection.listed;
    const request = { method: 'DELETE', path, query: selectionQuery(options), body: deletionBody(options) } as const;
    await requests.call(request, options);
  }

  /** The operations on `status`. */
  get status(): StatusClient<T> {
    return new StatusClient(this.collection);
  }

  /** The operations on `scale`. */
  get scale(): ScaleClient {
    return new ScaleClient(this.collection as unknown as Collection<ApiObject>);
  }

  /** Returns the operations on another subresource. */
  subresource<S extends ApiObject = ApiObject>(name: string): SubresourceClient<S> {
    return new SubresourceClient(this.collection as unknown as Collection<ApiObject>, name);
  }

  /**
   * Lists and watches, whatever fails; for informers.
   *
   * @internal
   */
  reflect(settings: Omit<ReflectionSettings, 'patience'>): Reflection<T> {
    return new Reflection(this.collection.listed, { ...settings, patience: Infinity });
  }

  /** The source of time of its client. */
  get clock(): Clock {
    return this.collection.requests.settings.clock;
  }
}
