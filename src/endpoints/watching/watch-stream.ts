import {
  isWithin,
  type ApiObject,
  type MaybePromise,
  StatusError,
  expired,
  failure,
  internalError,
  storageReadError,
  whenSettled,
} from '../../apimachinery/index.js';
import type { ServedResource, StoredResource } from '../../plugin-host/index.js';
import type { Stop } from '../../registry/index.js';
import type { CacheEntry, CacheEvent, StorageError } from '../../storage/index.js';
import type { AnswerResources } from '../answers/answer-resources.js';
import type { Representation } from '../answers/representation.js';
import type { ShardMeter, WatchMeter, WatchedCollection } from '../answers/watch-metrics.js';
import { selectorFilter } from '../reading/list.js';
import type { ListOptionsQuery } from '../reading/list-options.js';
import type { RequestContext } from '../request-context.js';
import type { RequestSeat } from '../request-seat.js';
import type { EventChannel } from './event-channel.js';

/** Maximum amount in the socket's buffer before the client counts as too slow. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** Maximum amount in the buffer during catch-up: further objects wait for the client. */
const AHEAD_BYTES = 256 * 1024;
const BOOKMARK_PERIOD_MS = 60_000;
/** A last bookmark is sent this long before a watch times out, so that its client can continue from there. */
const BOOKMARK_BEFORE_TIMEOUT_MS = 2000;

const CHANGED_ACCESS = 'the objects that the user may see have changed';

/** The scope of a watch, and its presentation. */
export interface WatchOrder extends StreamOrder {
  readonly representation: Representation;
}

/** The part of the order that a stream needs. */
export interface StreamOrder {
  /** Empty for all namespaces, and for kinds that have none. */
  readonly namespace: string;
  readonly options: ListOptionsQuery;
  readonly representation: WatchRepresentation;
  /** How the resource is shown that is served in place of this one while the watch runs. */
  readonly represent: (successor: StoredResource) => WatchRepresentation;
  readonly channel: EventChannel;
  /** A watch that names no timeout ends after a time between one and two of these. */
  readonly minRequestTimeoutSeconds: number;
}

/** The part of a representation that a watch needs. */
export type WatchRepresentation = Pick<
  Representation,
  'contentType' | 'key' | 'isTable' | 'checkFits' | 'emptyList' | 'frame' | 'bookmark'
>;

/** The part of a request that a watch needs. */
export interface WatchRequest extends Pick<RequestContext, 'signal' | 'receivedAt'> {
  readonly shared?: Pick<AnswerResources, 'watchMetrics'>;
  readonly info: WatchedCollection;
  readonly seat: Pick<RequestSeat, 'initialized'>;
}

/** The result of a change for one watch. */
interface Outcome {
  readonly type: string;
  readonly entry: CacheEntry;
}

/** One watch while it runs: changes become frames of its representation, no more of them than its client takes. */
export class WatchStream {
  private readonly options: ListOptionsQuery;
  private representation!: WatchRepresentation;
  private readonly channel: EventChannel;
  private readonly filter: ((entry: CacheEntry) => boolean) | undefined;
  /** True if objects can be shown as they were asked for; where not, the watch ends with the first one. */
  private isShowable!: boolean;
  private firstKey!: string;
  private nextKey!: string;
  private queue: Promise<void> = Promise.resolve();
  /** Frames that are not written yet, because one of them is still being made. */
  private pending = 0;
  private pendingBytes = 0;
  private failure: Error | undefined;
  private isOver = false;
  private isLive = false;
  private hasSent!: boolean;
  private finish: () => void = () => {};
  private stay: Stop = () => {};
  private readonly meter: WatchMeter | undefined;
  private readonly shards: ShardMeter | undefined;

  constructor(
    private readonly context: WatchRequest,
    private resource: StoredResource,
    private readonly order: StreamOrder,
  ) {
    this.options = order.options;
    this.channel = order.channel;
    const { version, kind } = resource;
    const metrics = context.shared?.watchMetrics;
    this.meter = metrics?.of({ ...version.gvr, kind: kind.kind });
    const shards = order.options.shard && metrics?.ofShards(version.gvr);
    this.shards = shards;
    this.filter = selectorFilter(order.options, () => shards?.filtered.increment());
    this.show(order.representation);
  }

  async run(since: number): Promise<void> {
    const opening = this.channel.open();
    if (opening) await opening;
    const done = new Promise<void>((resolve) => (this.finish = resolve));
    this.followResource();
    const watch = this.resource.store.cache.watch(
      { prefix: scopeOf(this.resource, this.order), afterRevision: this.startOf(since), isOfClient: true },
      {
        onEvent: (event) => this.onEvent(event),
        drained: () => this.drained(),
        onInitialEnd: (revision) => this.onInitialEnd(revision),
        onReady: () => this.onReady(),
        onEnd: (reason, error) => this.onEnd(reason, error),
      },
    );
    this.shards?.active.increment();
    const timers = this.startTimers(timeoutOf(this.order));
    const unfollow = this.options.objectFilter?.onChange?.(() => this.endWith(expired(CHANGED_ACCESS)));
    this.context.signal.addEventListener('abort', () => this.finish(), { once: true });
    await done;
    this.shards?.active.decrement();
    watch.stop();
    unfollow?.();
    this.stay();
    timers.forEach(clearTimeout);
    // Queued frames are still sent, in particular the error that ends the watch.
    await this.queue;
    this.isOver = true;
    if (!this.failure) return this.channel.end();
    this.channel.abort();
    throw this.failure;
  }

  /** Continues with what is served in place of the resource, as far as that can be shown in this stream. */
  private followResource(): void {
    const { resource } = this;
    const stay = resource.onGone((successor) => {
      const isStored = successor?.serves === 'objects';
      const representation = isStored ? this.representationOf(successor) : undefined;
      if (!isStored || !representation) return this.finish();
      this.resource = successor;
      this.show(representation);
      this.followResource();
    });
    if (this.resource === resource) this.stay = stay;
  }

  private representationOf(successor: StoredResource): WatchRepresentation | undefined {
    if (!canSelect(successor, this.options)) return undefined;
    try {
      const representation = this.order.represent(successor);
      return representation.contentType === this.representation.contentType ? representation : undefined;
    } catch {
      // Clients get the reason when they list again.
      return undefined;
    }
  }

  /** Shows what comes from now on so; the columns of a table are described again. */
  private show(representation: WatchRepresentation): void {
    this.representation = representation;
    this.isShowable = canShowObjects(representation);
    this.firstKey = `${representation.key} with columns `;
    this.nextKey = `${representation.key} `;
    this.hasSent = false;
  }

  /** The revision after which changes are sent; undefined to begin with every object there is. */
  private startOf(since: number): number | undefined {
    if (this.options.sendInitialEvents ?? since === 0) return undefined;
    return since === 0 ? this.resource.store.cache.currentRevision() : since;
  }

  private startTimers(timeoutMs: number): NodeJS.Timeout[] {
    const timers = [setTimeout(() => this.finish(), timeoutMs)];
    if (this.options.allowBookmarks) {
      const last = timeoutMs - BOOKMARK_BEFORE_TIMEOUT_MS;
      if (last > 0) timers.push(setTimeout(() => this.bookmark(), last));
      timers.push(setInterval(() => this.bookmark(), BOOKMARK_PERIOD_MS));
    }
    return timers;
  }

  private onReady(): void {
    this.isLive = true;
    this.context.seat.initialized?.();
  }

  private onEvent(event: CacheEvent): boolean {
    if (!this.options.objectFilter) return this.onChange(event);
    try {
      return this.onChange(event);
    } catch (error) {
      return this.endWith(internalError('the access to an object cannot be decided', error));
    }
  }

  private onChange(event: CacheEvent): boolean {
    if (this.isUnreadable(event)) return this.endUnreadable(event);
    const outcome = this.filter ? this.transition(event) : { type: event.type, entry: event.entry };
    if (!outcome) return true;
    if (!this.isShowable) return this.giveUp();
    const frame = this.frameOrFault(event, outcome);
    if (frame instanceof StatusError) return this.endWith(frame);
    if (frame instanceof Promise || this.pending > 0) return this.enqueue(frame, outcome.entry.bytes.length);
    return this.write(frame);
  }

  /** The frame of a change, or why the object cannot be shown. */
  private frameOrFault(event: CacheEvent, outcome: Outcome): MaybePromise<Buffer> | StatusError {
    try {
      return this.frameOf(event, outcome);
    } catch (error) {
      if (error instanceof StatusError) return error;
      throw error;
    }
  }

  /** Made once for all live watchers that show the same in the same way. */
  private frameOf(event: CacheEvent, { type, entry }: Outcome): MaybePromise<Buffer> {
    const hasColumns = this.takeFirst();
    // Catch-up watches do not cache frames, since the recent events already keep the objects.
    if (!this.isLive) return this.representation.frame(type, entry, { hasColumns, isKept: true });
    const frames = (event.frames ??= new Map<string, MaybePromise<Buffer>>());
    const key = `${hasColumns ? this.firstKey : this.nextKey}${type}${entry === event.left ? ' left' : ''}`;
    const known = frames.get(key);
    if (known) return known;
    const frame = this.representation.frame(type, entry, { hasColumns });
    frames.set(key, frame);
    return frame;
  }

  /**
   * Reports whether the effect of a change on this watch is unknown: its state cannot be read, or could not be before.
   */
  private isUnreadable({ entry, previous }: CacheEvent): boolean {
    if (entry.unreadable !== undefined) return this.filter?.(entry) ?? true;
    return this.filter !== undefined && previous?.unreadable !== undefined && this.filter(previous);
  }

  /** The client has to list again, which reports the unreadable object. */
  private endUnreadable({ entry }: CacheEvent): false {
    return this.endWith(storageReadError(this.resource.kind.groupResource, [entry]));
  }

  /** Sends the reason why the watch cannot continue, after the events accepted before, and ends it. */
  private endWith({ status }: StatusError): false {
    this.enqueue(this.representation.frame('ERROR', status as unknown as ApiObject));
    return this.giveUp();
  }

  /** Returns the effect of a selector on a change: objects enter and leave the selection. */
  private transition(event: CacheEvent): Outcome | undefined {
    const isIn = event.type !== 'DELETED' && this.filter!(event.entry);
    const last = event.previous ?? (event.type === 'DELETED' ? event.entry : undefined);
    const wasIn = event.type !== 'ADDED' && last !== undefined && this.filter!(last);
    if (isIn) return { type: wasIn ? 'MODIFIED' : 'ADDED', entry: event.entry };
    if (!wasIn) return undefined;
    if (event.type === 'DELETED') return { type: 'DELETED', entry: event.entry };
    return { type: 'DELETED', entry: (event.left ??= this.leaving(last, event.revision)) };
  }

  /** The last state in view, with the version of the change that took it out of view. */
  private leaving(last: CacheEntry, revision: number): CacheEntry {
    const { codec } = this.resource.store;
    const object = codec.decode(last);
    return codec.entryOf({ key: last.key, value: codec.encode(object), revision, createRevision: last.createRevision });
  }

  /** Reports whether the next frame is the first one; only that one describes the columns of a table. */
  private takeFirst(): boolean {
    const isFirst = this.representation.isTable && !this.hasSent;
    this.hasSent = true;
    return isFirst;
  }

  private enqueue(frame: MaybePromise<Buffer>, size = 0): boolean {
    this.pending += 1;
    this.pendingBytes += size;
    // Frames before it may take longer than this one takes to fail.
    if (frame instanceof Promise) frame.catch(() => {});
    this.queue = this.queue.then(() => this.writeWhenMade(frame, size));
    return this.hasRoom();
  }

  private async writeWhenMade(frame: MaybePromise<Buffer>, size: number): Promise<void> {
    try {
      const bytes = await frame;
      if (!this.isOver) this.write(bytes);
    } catch (error) {
      await this.failWith(error as Error);
    }
    this.pending -= 1;
    this.pendingBytes -= size;
  }

  /**
   * An object that cannot be converted is the last event; anything else breaks the stream off. Either way nothing follows:
   * clients continue from the version they saw last, and would miss this change.
   */
  private async failWith(error: Error): Promise<void> {
    if (this.isOver) return;
    if (error instanceof StatusError) {
      this.write(await this.representation.frame('ERROR', error.status as unknown as ApiObject));
    } else this.failure = error;
    this.isOver = true;
    this.finish();
  }

  private write(frame: Buffer): boolean {
    if (this.isOver) return false;
    if (this.meter) countEvent(this.meter, frame.length);
    this.channel.send(frame);
    return this.hasRoom();
  }

  private hasRoom(): boolean {
    const held = this.channel.heldBytes + this.pendingBytes;
    return held < (this.isLive ? MAX_BUFFERED_BYTES : AHEAD_BYTES);
  }

  private giveUp(): false {
    this.finish();
    return false;
  }

  private async drained(): Promise<void> {
    await this.queue;
    await this.channel.drained();
  }

  private onInitialEnd(revision: number): void {
    if (!this.options.sendInitialEvents || !this.options.allowBookmarks) return;
    this.bookmark(revision, true);
    const { shared, info, receivedAt } = this.context;
    shared?.watchMetrics?.listed(info, (performance.now() - receivedAt) / 1000);
  }

  private bookmark(revision = this.resource.store.cache.currentRevision(), endsInitial = false): void {
    if (!this.isShowable) return void this.giveUp();
    const { kind, version } = this.resource;
    const metadata: Record<string, unknown> = { resourceVersion: String(revision), creationTimestamp: null };
    const object = { kind: kind.kind, apiVersion: version.apiVersion, metadata } as unknown as ApiObject;
    const options = { hasColumns: this.takeFirst() };
    if (!endsInitial) return void this.enqueue(this.representation.bookmark(object, options));
    const write = (list: Buffer): MaybePromise<Buffer> => {
      metadata.annotations = endOfInitial(list, this.resource.kind.release);
      return this.representation.bookmark(object, options);
    };
    const list = this.representation.emptyList();
    this.enqueue(whenSettled(list, write));
  }

  private onEnd(reason: string, error: StorageError | undefined): void {
    if (reason === 'Failed') this.enqueue(this.representation.frame('ERROR', errorObject(error)));
    this.finish();
  }
}

function countEvent({ total, sizes }: WatchMeter, bytes: number): void {
  total.value++;
  sizes.observe(bytes);
}

/** The releases whose marker has the empty list that clients may fill with the initial objects. */
const WITH_LIST = { until: '1.33' };

/** The marker at the end of the initial objects. */
function endOfInitial(list: Buffer, release: string): Record<string, string> {
  const marker = { 'k8s.io/initial-events-end': 'true' };
  if (!isWithin(WITH_LIST, release)) return marker;
  return { ...marker, 'kubernetes.io/initial-events-list-blueprint': list.toString('base64') };
}

/** Reports whether objects of a resource can be selected as a watch does. */
function canSelect({ version }: ServedResource, { fields }: ListOptionsQuery): boolean {
  return fields.requirements.every(({ field }) => version.selectableFields.has(field));
}

function canShowObjects(representation: WatchRepresentation): boolean {
  try {
    representation.checkFits(false);
    return true;
  } catch {
    return false;
  }
}

function errorObject(error: StorageError | undefined): ApiObject {
  const isOld = error?.code === 'Compacted';
  const { status } = isOld
    ? expired(`too old resource version: ${error.message.match(/\d+/)?.[0] ?? ''} (${error.revision ?? ''})`)
    : failure(500, 'the watch lost its place', { reason: 'InternalError' });
  return status as unknown as ApiObject;
}

/** Returns the key or prefix to watch: a collection, or one object of it if a selector names it. */
function scopeOf({ kind, store }: StoredResource, { namespace, options }: StreamOrder): string {
  const collection = store.kind.keyOf(namespace);
  const name = options.fields.requiresExactMatch('metadata.name');
  const isFlat = namespace !== '' || !kind.isNamespaced;
  return isFlat && name !== undefined && NAME.test(name) ? collection + name : collection;
}

/** The valid names of an object in a key; others cannot be watched by key. */
const NAME = /^[^/]+$/;

function timeoutOf({ options: { timeoutMs }, minRequestTimeoutSeconds }: StreamOrder): number {
  return timeoutMs || minRequestTimeoutSeconds * 1000 * (1 + Math.random());
}
