import { type ApiObject, StatusError } from '../../apimachinery/index.js';
import { isExpired } from '../requests/api-errors.js';
import { type Selection, selectionQuery } from '../kinds/operation-options.js';
import { type ListedCollection, type ObjectPage, pagesOf } from '../kinds/object-pages.js';
import type { Requests } from '../requests/requests.js';
import { type RawEvent, eventsOf } from './event-stream.js';
import { WatchRecovery } from './watch-recovery.js';

/** A change of a reflected collection. */
export type Reflected<T extends ApiObject> =
  | { readonly type: 'ADDED'; readonly object: T }
  | { readonly type: 'MODIFIED'; readonly object: T; readonly former: T }
  | {
      readonly type: 'DELETED';
      readonly object: T;
      /** The object as it was delivered last, if it was. */
      readonly former: T | undefined;
      readonly isLastStateUnknown: boolean;
    }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string }
  | { readonly type: 'SYNCED'; readonly resourceVersion: string };

/** How a collection is reflected. */
export interface ReflectionSettings extends Selection {
  readonly signal: AbortSignal;
  /** Milliseconds without success after which it fails; Infinity never does, whatever the server answers. */
  readonly patience: number;
  /** The state to begin with; a list where unset. */
  readonly from?: string;
  /** False: an expired state fails, in place of a new list. */
  readonly relists?: boolean;
  /** True asks the server for the existing objects as events, where it can send them so. */
  readonly streams?: boolean;
  /** Called with each failure that it gets over. */
  readonly onTrouble?: (error: Error) => void;
}

/** The collection that a reflection follows. */
export interface ReflectedCollection extends ListedCollection {
  readonly requests: Requests;
}

/** Milliseconds in which a server that knows initial events has sent some; others never end them (upstream: WatchList). */
const FIRST_EVENTS_WAIT = 10_000;

/** The annotation of the bookmark after the initial events. */
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/**
 * A collection as it was last seen, and its changes: listed, then watched, and listed again where the watch has lost its
 * place; what changed in between is delivered as changes (upstream: client-go's Reflector).
 */
export class Reflection<T extends ApiObject> {
  /** The objects by namespace and name. */
  readonly objects = new Map<string, T>();
  private revision: string | undefined;
  private streams: boolean;
  private readonly recovery: WatchRecovery;

  constructor(
    private readonly collection: ReflectedCollection,
    private readonly settings: ReflectionSettings,
  ) {
    this.revision = settings.from;
    this.streams = settings.streams ?? false;
    this.recovery = new WatchRecovery(collection.requests.settings.clock, settings);
  }

  /** Returns every existing object as ADDED, SYNCED, and then every change; ends with the signal. Called once. */
  async *changes(): AsyncGenerator<Reflected<T>> {
    const { signal } = this.settings;
    while (!signal.aborted) {
      try {
        if (this.revision === undefined) yield* this.begin();
        else yield* this.follow(this.revision);
      } catch (error) {
        if (signal.aborted) return;
        if (isExpired(error) && this.settings.relists !== false) this.revision = undefined;
        await this.recovery.after(error as Error);
        if (this.settings.patience === Infinity && error instanceof StatusError) this.revision = undefined;
      }
    }
  }

  private begin(): AsyncGenerator<Reflected<T>> {
    return this.streams ? this.beginByEvents() : this.beginByList();
  }

  private async *beginByList(): AsyncGenerator<Reflected<T>> {
    const found = new Map<string, T>();
    let resourceVersion = '';
    for await (const page of this.pages()) {
      for (const item of page.items) found.set(keyOf(item), item);
      ({ resourceVersion } = page);
    }
    yield* this.replace(found, resourceVersion);
  }

  private pages(): AsyncGenerator<ObjectPage<T>> {
    const { signal } = this.settings;
    return pagesOf<T>(this.collection.requests, this.collection, { ...this.settings, timeout: undefined, signal });
  }

  private async *beginByEvents(): AsyncGenerator<Reflected<T>> {
    const initial = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' };
    const waiting = new AbortController();
    const { clock } = this.collection.requests.settings;
    const timer = clock.schedule(FIRST_EVENTS_WAIT, () => waiting.abort());
    let found: Map<string, T> | undefined = new Map();
    try {
      for await (const event of this.events(initial, AbortSignal.any([this.settings.signal, waiting.signal]))) {
        if (!found) yield* this.take(event);
        else if (!endsInitialEvents(event)) found.set(keyOf(event.object), event.object);
        else {
          timer.cancel();
          yield* this.replace(found, event.object.metadata.resourceVersion ?? '');
          found = undefined;
        }
      }
    } catch (error) {
      if (!found || this.settings.signal.aborted || !this.refusesEvents(error, waiting.signal)) throw error;
    } finally {
      timer.cancel();
    }
    if (found) this.streams = false;
  }

  /** Reports whether a failure says that the server does not know initial events. */
  private refusesEvents(error: unknown, waiting: AbortSignal): boolean {
    return waiting.aborted || (error instanceof StatusError && [400, 403, 422].includes(error.code));
  }

  private async *follow(revision: string): AsyncGenerator<Reflected<T>> {
    const { clock } = this.collection.requests.settings;
    const started = clock.monotonic();
    let count = 0;
    for await (const event of this.events({ resourceVersion: revision }, this.settings.signal)) {
      count++;
      this.recovery.succeeded();
      yield* this.take(event);
    }
    if (!this.settings.signal.aborted) await this.recovery.ended(clock.monotonic() - started, count);
  }

  private events(query: Record<string, string>, signal: AbortSignal): AsyncGenerator<RawEvent<T>> {
    const { requests, path } = this.collection;
    return eventsOf<T>(requests, { path, query: { ...selectionQuery(this.settings), ...query }, signal });
  }

  private *replace(found: ReadonlyMap<string, T>, resourceVersion: string): Generator<Reflected<T>> {
    for (const [key, object] of this.objects) {
      const next = found.get(key);
      if (next && next.metadata.uid === object.metadata.uid) continue;
      this.objects.delete(key);
      yield { type: 'DELETED', object, former: object, isLastStateUnknown: true };
    }
    for (const object of found.values()) yield* this.put(object);
    this.revision = resourceVersion;
    this.recovery.succeeded();
    yield { type: 'SYNCED', resourceVersion };
  }

  private *take({ type, object }: RawEvent<T>): Generator<Reflected<T>> {
    const { resourceVersion = this.revision! } = object.metadata;
    if (type === 'DELETED') {
      const former = this.objects.get(keyOf(object));
      this.objects.delete(keyOf(object));
      this.revision = resourceVersion;
      yield { type, object, former, isLastStateUnknown: false };
      return;
    }
    this.revision = resourceVersion;
    if (type === 'BOOKMARK') yield { type, resourceVersion };
    else yield* this.put(object);
  }

  private *put(object: T): Generator<Reflected<T>> {
    const key = keyOf(object);
    const former = this.objects.get(key);
    const { resourceVersion } = object.metadata;
    if (former && resourceVersion !== undefined && former.metadata.resourceVersion === resourceVersion) return;
    this.objects.set(key, object);
    yield former ? { type: 'MODIFIED', object, former } : { type: 'ADDED', object };
  }
}

function endsInitialEvents({ type, object }: RawEvent<ApiObject>): boolean {
  return type === 'BOOKMARK' && object.metadata.annotations?.[INITIAL_EVENTS_END] === 'true';
}

/**
 * Returns the key of an object in stores and queues: `namespace/name`, or the name alone where there is no
 * namespace.
 *
 * @public
 * @example
 * queue.add(keyOf(object));
 */
export function keyOf({ metadata: { namespace = '', name = '' } }: Pick<ApiObject, 'metadata'>): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}
