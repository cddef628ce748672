import type { ApiObject } from '../apimachinery/index.js';
import type { Clock, Logger } from '../observability/index.js';
import type { ResourceChange, ResourceStore, Stop, Stores } from '../registry/index.js';
import { Controller } from './controller.js';
import { WorkQueue } from './work-queue.js';

/** What a controller works with. */
export interface QueueControllerParts {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A controller that notes the keys of what has changed and brings each up to date, some at a time. */
export abstract class QueueController extends Controller {
  private readonly stops: Stop[] = [];
  private workQueue: WorkQueue | undefined;

  constructor(protected readonly parts: QueueControllerParts) {
    super();
  }

  /** Begins to watch, with `follow`. */
  protected abstract watch(): void;

  /** Brings one thing up to date; a failure is tried again later. */
  protected abstract reconcile(key: string): Promise<void>;

  start(): void {
    const { clock, logger } = this.parts;
    this.workQueue = new WorkQueue({ name: this.name, process: (key) => this.reconcile(key), clock, logger });
    this.watch();
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop();
    await this.workQueue?.stop();
  }

  /** The keys that are to be worked on. */
  protected get queue(): WorkQueue {
    if (!this.workQueue) throw new Error(`${this.name} is not started`);
    return this.workQueue;
  }

  /** Notes the keys that `keysOf` finds in every object that is there, changes, or is gone. */
  protected follow<T extends ApiObject>(store: ResourceStore<T>, keysOf: (object: T) => Iterable<string>): void {
    this.followWhere(store, keysOf, () => true);
  }

  /** Notes the keys that `keysOf` finds in every object that goes. Others are not even decoded. */
  protected followDeletions<T extends ApiObject>(
    store: ResourceStore<T>,
    keysOf: (object: T) => Iterable<string>,
  ): void {
    this.followWhere(store, keysOf, ({ type }) => type === 'DELETED');
  }

  private followWhere<T extends ApiObject>(
    store: ResourceStore<T>,
    keysOf: (object: T) => Iterable<string>,
    isWanted: (change: ResourceChange<T>) => boolean,
  ): void {
    const stop = store.watch((change) => {
      if (!isWanted(change)) return;
      for (const key of keysOf(change.object)) this.queue.add(key);
    });
    this.stops.push(stop);
  }
}
