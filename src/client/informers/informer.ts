import type { ApiObject } from '../../apimachinery/index.js';
import type { Logger } from '../../observability/index.js';
import { OutboundError } from '../../outbound/index.js';
import type { KindClient } from '../kinds/kind-client.js';
import type { Selection } from '../kinds/operation-options.js';
import type { Reflected, Reflection } from '../watching/reflection.js';
import type { IndexFunction } from './object-index.js';
import { type Lister, ObjectCache } from './lister.js';

/**
 * Receives the changes of an informer, one after the other; each is a part of the lister already. What a handler throws is
 * logged, and keeps no other from being called.
 *
 * @public
 * @example
 * const handler: InformerHandler<Berth> = { onAdd: (berth) => queue.add(keyOf(berth)) };
 */
export interface InformerHandler<T extends ApiObject> {
  /** Called for a new object. `isInitial`: it existed when the informer started. */
  onAdd?(object: T, isInitial: boolean): void;
  onUpdate?(former: T, object: T): void;
  /** Called for a deleted object. `isLastStateUnknown`: it may have changed before, while the watch was interrupted. */
  onDelete?(object: T, isLastStateUnknown: boolean): void;
}

/** How an informer follows a collection. */
export interface InformerSettings extends Selection {
  readonly logger: Logger;
}

const SYNC_TIMEOUT = 60_000;

/**
 * Follows the objects of a kind and keeps them: lists, watches, and lists again where the watch has lost its place, for as
 * long as it runs (upstream: SharedIndexInformer). Several users share one.
 *
 * @public
 * @example
 * const informer = new Informers(client).of(Berth, { namespace: 'harbor' });
 * informer.addHandler({ onUpdate: (_former, berth) => logger.info(keyOf(berth)) });
 * informer.start();
 * await informer.synced();
 */
export class Informer<T extends ApiObject> {
  private readonly ending = new AbortController();
  private readonly handlers = new Set<InformerHandler<T>>();
  private readonly cache: ObjectCache<T>;
  private readonly reflection: Reflection<T>;
  private readonly waiting = new Set<() => void>();
  private ended: Promise<void> | undefined;
  private isSynced = false;
  private reported = '';

  /** @internal */
  constructor(
    private readonly objects: KindClient<T>,
    private readonly settings: InformerSettings,
  ) {
    this.reflection = objects.reflect({
      ...settings,
      signal: this.ending.signal,
      streams: true,
      onTrouble: (error) => this.report(error),
    });
    this.cache = new ObjectCache(this.reflection.objects);
  }

  /** The objects that it knows. */
  get lister(): Lister<T> {
    return this.cache;
  }

  /** Adds an index, by which the lister then finds objects. */
  addIndex(name: string, valuesOf: IndexFunction<T>): this {
    this.cache.addIndex(name, valuesOf);
    return this;
  }

  /** Delivers every known object to a handler, and then every change; the answer ends that. */
  addHandler(handler: InformerHandler<T>): () => void {
    this.handlers.add(handler);
    for (const object of this.reflection.objects.values()) this.call(() => handler.onAdd?.(object, true));
    return () => void this.handlers.delete(handler);
  }

  /** Starts to follow; further calls change nothing. */
  start(): this {
    this.ended ??= this.run();
    return this;
  }

  /** Ends it, for all its users; resolves when nothing is delivered any more. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.ended;
  }

  /** Resolves when every existing object has been delivered; fails with OutboundError when that takes too long. */
  async synced({ timeout = SYNC_TIMEOUT, signal }: { timeout?: number; signal?: AbortSignal } = {}): Promise<void> {
    if (this.isSynced) return;
    await new Promise<void>((resolve, reject) => {
      const finish = (settle: () => void) => (): void => {
        timer.cancel();
        signal?.removeEventListener('abort', giveUp);
        this.waiting.delete(done);
        settle();
      };
      const done = finish(resolve);
      const giveUp = finish(() => reject(new OutboundError('canceled', 'given up')));
      const late = finish(() => reject(new OutboundError('timeout', `${this.resource} are not known in time`)));
      const timer = this.objects.clock.schedule(timeout, late);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.waiting.add(done);
      if (signal?.aborted) giveUp();
    });
  }

  private get resource(): string {
    return this.objects.kind.resource;
  }

  private async run(): Promise<void> {
    for await (const change of this.reflection.changes()) {
      if (this.ending.signal.aborted) return;
      this.take(change);
    }
  }

  private take(change: Reflected<T>): void {
    switch (change.type) {
      case 'ADDED':
        this.cache.update(undefined, change.object);
        return this.deliver((handler) => handler.onAdd?.(change.object, !this.isSynced));
      case 'MODIFIED':
        this.cache.update(change.former, change.object);
        return this.deliver((handler) => handler.onUpdate?.(change.former, change.object));
      case 'DELETED':
        this.cache.update(change.former, undefined);
        return this.deliver((handler) => handler.onDelete?.(change.object, change.isLastStateUnknown));
      case 'SYNCED':
        return this.markSynced();
      case 'BOOKMARK':
        return undefined;
    }
  }

  private markSynced(): void {
    this.isSynced = true;
    this.reported = '';
    for (const done of [...this.waiting]) done();
  }

  private deliver(deliverTo: (handler: InformerHandler<T>) => void): void {
    for (const handler of this.handlers) this.call(() => deliverTo(handler));
  }

  private call(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.settings.logger.error('a handler of an informer failed', { resource: this.resource, error });
    }
  }

  /** One line for a reason, however often it is met in a row. */
  private report({ message }: Error): void {
    if (message === this.reported) return;
    this.reported = message;
    this.settings.logger.warn('a collection cannot be followed', { resource: this.resource, reason: message });
  }
}
