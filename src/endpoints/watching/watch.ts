import { once } from 'node:events';
import { type ApiObject, expired, failure, storageReadError } from '../../apimachinery/index.js';
import type { ServedResource } from '../../plugin-host/index.js';
import type { CacheEntry, CacheEvent, StorageError } from '../../storage/index.js';
import { parseResourceVersion, selectorFilter, waitFor } from '../reading/list.js';
import { type ListOptionsQuery, checkWatchOptions } from '../reading/list-options.js';
import type { Representation } from '../answers/representation.js';
import type { RequestContext } from '../request-context.js';

/** What a watch may keep in the socket's buffer before its client counts as too slow. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
const BOOKMARK_PERIOD_MS = 60_000;
/** A last bookmark is sent this long before a watch times out, so that its client can go on from there. */
const BOOKMARK_BEFORE_TIMEOUT_MS = 2000;

/** What is watched, and how it is shown. */
export interface WatchOrder {
  /** Empty for all namespaces, and for kinds that have none. */
  readonly namespace: string;
  readonly options: ListOptionsQuery;
  readonly representation: Representation;
  /** A watch that names no timeout ends after a time between one and two of these. */
  readonly minRequestTimeoutSeconds: number;
}

/** Streams the changes of a collection until the client leaves, the time is up or it loses its place. */
export async function serveWatch(context: RequestContext, resource: ServedResource, order: WatchOrder): Promise<void> {
  const { options, representation } = order;
  checkWatchOptions(options);
  representation.checkInclude();
  const since = parseResourceVersion(options.resourceVersion);
  if (options.resourceVersion === '') await waitFor(resource, undefined);
  else await waitFor(resource, options.match === 'NotOlderThan' ? since : 0);
  await new WatchStream(context, resource, order).run(since);
}

function timeoutOf({ options: { timeoutSeconds }, minRequestTimeoutSeconds }: WatchOrder): number {
  if (timeoutSeconds !== undefined && timeoutSeconds > 0) return timeoutSeconds * 1000;
  return minRequestTimeoutSeconds * 1000 * (1 + Math.random());
}

class WatchStream {
  private readonly options: ListOptionsQuery;
  private readonly representation: Representation;
  private readonly filter: ((entry: CacheEntry) => boolean) | undefined;
  /** Whether objects can be shown as they were asked for; where not, the watch ends with the first one. */
  private readonly isShowable: boolean;
  private queue: Promise<void> = Promise.resolve();
  private pending = 0;
  private isOver = false;
  private hasSent = false;
  private finish: () => void = () => {};

  constructor(
    private readonly context: RequestContext,
    private readonly resource: ServedResource,
    private readonly order: WatchOrder,
  ) {
    this.options = order.options;
    this.representation = order.representation;
    this.filter = selectorFilter(order.options);
    this.isShowable = canShowObjects(order.representation);
  }

  async run(since: number): Promise<void> {
    const { cache, kind } = this.resource.store!;
    this.context.writeHead(200, { 'content-type': this.representation.watchContentType });
    this.context.response.flushHeaders();
    const done = new Promise<void>((resolve) => (this.finish = resolve));
    const watch = cache.watch(
      { prefix: kind.keyOf(this.order.namespace), afterRevision: this.startOf(since) },
      {
        onEvent: (event) => this.onEvent(event),
        drained: () => this.drained(),
        onReady: (revision) => this.onReady(revision),
        onEnd: (reason, error) => this.onEnd(reason, error),
      },
    );
    const stay = this.resource.onGone(() => this.finish());
    const timers = this.startTimers(timeoutOf(this.order));
    this.context.signal.addEventListener('abort', () => this.finish(), { once: true });
    await done;
    watch.stop();
    stay();
    timers.forEach(clearTimeout);
    // What has been taken is still sent, the error that ends the watch above all.
    await this.queue;
    this.isOver = true;
    this.context.response.end();
  }

  /** The revision after which changes are sent; undefined to begin with every object there is. */
  private startOf(since: number): number | undefined {
    if (this.options.sendInitialEvents ?? since === 0) return undefined;
    return since === 0 ? this.resource.store!.cache.currentRevision() : since;
  }

  private startTimers(timeoutMs: number): NodeJS.Timeout[] {
    const timers = [setTimeout(() => this.finish(), timeoutMs)];
    if (this.options.allowBookmarks) {
      const last = timeoutMs - BOOKMARK_BEFORE_TIMEOUT_MS;
      if (last > 0 && last < BOOKMARK_PERIOD_MS * 2) timers.push(setTimeout(() => this.bookmark(), last));
      timers.push(setInterval(() => this.bookmark(), BOOKMARK_PERIOD_MS));
    }
    return timers;
  }

  private onEvent(event: CacheEvent): boolean {
    if (this.isUnreadable(event)) return this.endUnreadable(event);
    const outcome = this.filter ? this.transition(event) : { type: event.type, entry: event.entry };
    if (!outcome) return true;
    if (!this.isShowable) return this.giveUp();
    const isShared = outcome.entry === event.entry;
    const isFirst = this.takeFirst();
    const key = `${this.representation.key} ${outcome.type} ${isFirst}`;
    const known = isShared ? event.frames?.get(key) : undefined;
    if (known && this.pending === 0) return this.write(known);
    const frame = known ?? this.representation.frame(outcome.type, outcome.entry, isFirst);
    if (frame instanceof Promise || this.pending > 0) return this.enqueue(frame);
    if (isShared) (event.frames ??= new Map()).set(key, frame);
    return this.write(frame);
  }

  /** Whether it cannot be told what a change is to this watch: its state cannot be read, or could not be before. */
  private isUnreadable({ entry, previous }: CacheEvent): boolean {
    if (entry.unreadable !== undefined) return this.filter?.(entry) ?? true;
    return this.filter !== undefined && previous?.unreadable !== undefined && this.filter(previous);
  }

  /** The client has to list again, which tells it what cannot be read. */
  private endUnreadable({ entry }: CacheEvent): false {
    const { status } = storageReadError(this.resource.kind.groupResource, [entry.key]);
    this.enqueue(this.representation.frame('ERROR', status as unknown as ApiObject));
    return this.giveUp();
  }

  /** What a selector makes of a change: objects come into view and go out of it. */
  private transition(event: CacheEvent): { type: string; entry: CacheEntry } | undefined {
    const isIn = event.type !== 'DELETED' && this.filter!(event.entry);
    const last = event.previous ?? (event.type === 'DELETED' ? event.entry : undefined);
    const wasIn = event.type !== 'ADDED' && last !== undefined && this.filter!(last);
    if (isIn) return { type: wasIn ? 'MODIFIED' : 'ADDED', entry: event.entry };
    if (!wasIn) return undefined;
    return { type: 'DELETED', entry: event.type === 'DELETED' ? event.entry : this.leaving(last, event.revision) };
  }

  /** The last state in view, with the version of the change that took it out of view. */
  private leaving(last: CacheEntry, revision: number): CacheEntry {
    const { codec } = this.resource.store!;
    const object = codec.decode(last);
    return codec.entryOf({ key: last.key, value: codec.encode(object), revision, createRevision: last.createRevision });
  }

  /** Whether the next frame is the first one; only that one describes the columns of a table. */
  private takeFirst(): boolean {
    const isFirst = this.representation.isTable && !this.hasSent;
    this.hasSent = true;
    return isFirst;
  }

  private enqueue(frame: Buffer | Promise<Buffer>): boolean {
    this.pending++;
    this.queue = this.queue.then(async () => {
      const bytes = await frame;
      this.pending--;
      if (!this.isOver) this.write(bytes);
    });
    return this.isWritable();
  }

  private write(frame: Buffer): boolean {
    if (this.isOver) return false;
    this.context.write(frame);
    return this.isWritable();
  }

  private isWritable(): boolean {
    return this.context.response.writableLength < MAX_BUFFERED_BYTES && this.pending < 1000;
  }

  private giveUp(): false {
    this.finish();
    return false;
  }

  private async drained(): Promise<void> {
    await this.queue;
    const { response, signal } = this.context;
    if (response.writableNeedDrain) await once(response, 'drain', { signal }).catch(() => {});
  }

  private onReady(revision: number): void {
    if (this.options.sendInitialEvents && this.options.allowBookmarks) this.bookmark(revision, true);
  }

  private bookmark(revision = this.resource.store!.cache.currentRevision(), endsInitial = false): void {
    if (!this.isShowable) return void this.giveUp();
    const { kind, version } = this.resource;
    const metadata: Record<string, unknown> = { resourceVersion: String(revision), creationTimestamp: null };
    if (endsInitial) metadata.annotations = this.endOfInitial();
    const object = { kind: kind.kind, apiVersion: version.apiVersion, metadata } as unknown as ApiObject;
    this.enqueue(this.representation.bookmark(object, this.takeFirst()));
  }

  /** What marks the end of the initial objects, with the empty list that clients may fill with them. */
  private endOfInitial(): Record<string, string> {
    const list = { ...this.representation.listType, metadata: {}, items: null };
    return {
      'k8s.io/initial-events-end': 'true',
      'kubernetes.io/initial-events-list-blueprint': Buffer.from(`${JSON.stringify(list)}\n`).toString('base64'),
    };
  }

  private onEnd(reason: string, error: StorageError | undefined): void {
    if (reason === 'Failed') this.enqueue(this.representation.frame('ERROR', errorObject(error)));
    this.finish();
  }
}

function canShowObjects(representation: Representation): boolean {
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
