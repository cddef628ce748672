import { Inject } from '@nestjs/common';
import type { ApiObject } from '../../apimachinery/index.js';
import { type ControllerPace, WorkQueue, WorkQueueMetrics } from '../../client/index.js';
import { Clock, Logger, MetricsRegistry } from '../../observability/index.js';
import { type ResourceChange, type ResourceStore, type Stop, Stores } from '../../registry/index.js';
import { Controller } from './controller.js';
import { StoreFollowing } from './store-following.js';

/**
 * The dependencies of a controller; every plugin may inject it.
 *
 * @public
 * @example
 * const now = (parts: QueueControllerParts) => parts.clock.now();
 */
export class QueueControllerParts {
  @Inject(MetricsRegistry)
  readonly metrics!: MetricsRegistry;

  constructor(
    @Inject(Stores) readonly stores: Stores,
    @Inject(Clock) readonly clock: Clock,
    @Inject(Logger) readonly logger: Logger,
  ) {}
}

/** Maximum number of logged objects: limits the memory, and the log. */
const MOST_PASSED_OVER = 100;

/**
 * A controller that notes the keys of what has changed and reconciles each, some at a time. Nest injects the
 * parts of a subclass that declares no constructor; a declared one passes them to `super`, which throws TypeError without them.
 *
 * @public
 * @example
 * class Tide extends QueueController {
 *   readonly name = 'tide-controller';
 *   protected watch() { this.parts.stores.onStoresChange((store) => logger.info(store.kind.kind)); }
 *   protected async reconcile(key: string) { await store.find(systemContext('default'), key); }
 * }
 */
export abstract class QueueController extends Controller {
  readonly #following = new Set<Pick<StoreFollowing<ApiObject>, 'whenSeen' | 'stop' | 'isSeen' | 'resource'>>();
  /** Keys of objects that were logged once. */
  readonly #passedOver = new Set<string>();
  #workQueue: WorkQueue | undefined;
  /** How many keys are worked on at a time. */
  protected readonly workers: number = 2;

  constructor(@Inject(QueueControllerParts) protected readonly parts: QueueControllerParts) {
    super();
    // A subclass with its own constructor has to pass them on, which nothing but types demands.
    if (!(parts as Partial<QueueControllerParts> | undefined)?.stores)
      throw new TypeError(withoutParts(new.target.name));
  }

  /** Starts to watch, with `follow`. */
  protected abstract watch(): void;

  /** Reconciles one key; a failure is retried later. */
  protected abstract reconcile(key: string): Promise<void>;

  start(pace: ControllerPace): void {
    const { clock, logger, metrics } = this.parts;
    const meter = WorkQueueMetrics.in(metrics).of(this.name);
    const process = (key: string): Promise<void> => this.reconcile(key);
    this.#workQueue = new WorkQueue({ name: this.name, process, clock, logger, pace, workers: this.workers, meter });
    try {
      this.watch();
    } catch (error) {
      this.#unfollow();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#unfollow();
    await this.#workQueue?.stop();
  }

  async step(): Promise<void> {
    await this.whenAllSeen();
    await this.queue.step();
  }

  override async settle(within: number): Promise<boolean> {
    await this.whenAllSeen();
    return this.queue.settle(within);
  }

  override async finishWork(): Promise<void> {
    await this.#workQueue?.finish();
  }

  override pendingWork(): readonly string[] {
    const unseen = [...this.#following].flatMap(({ isSeen, resource }) => (isSeen ? [] : [`is reading ${resource}`]));
    return [...unseen, ...(this.#workQueue?.pendingWork ?? [])];
  }

  override oldestWorkMs(): number {
    return this.#workQueue?.oldestWorkMs ?? 0;
  }

  override restlessWork(): readonly string[] {
    return this.#workQueue?.repeatedWork ?? [];
  }

  /** The keys that are to be worked on. */
  protected get queue(): WorkQueue {
    if (!this.#workQueue) throw new Error(`${this.name} is not started`);
    return this.#workQueue;
  }

  /** Records the keys that `keysOf` finds in every object that is there, changes, or is gone. */
  protected follow<T extends ApiObject>(store: ResourceStore<T>, keysOf: (object: T) => Iterable<string>): void {
    this.followChanges(store, ({ object }) => keysOf(object));
  }

  /** Records the keys that `keysOf` finds in the names of all that is there, changes, or is gone. Nothing is decoded. */
  protected followNames<T extends ApiObject>(
    store: ResourceStore<T>,
    keysOf: (change: Pick<ResourceChange<T>, 'name' | 'namespace'>) => Iterable<string>,
  ): void {
    this.followChanges(store, keysOf);
  }

  /** Records the keys that `keysOf` finds in every object that goes. Others are not even decoded. */
  protected followDeletions<T extends ApiObject>(
    store: ResourceStore<T>,
    keysOf: (object: T) => Iterable<string>,
  ): void {
    this.followChanges(store, (change) => (change.type === 'DELETED' ? keysOf(change.object) : []));
  }

  /** Records the keys that `keysOf` finds in every change; `onReset` is called when some may have been missed. The answer ends it. */
  protected followChanges<T extends ApiObject>(
    store: ResourceStore<T>,
    keysOf: (change: ResourceChange<T>) => Iterable<string>,
    onReset: () => void = noop,
  ): Stop {
    const onChange = (change: ResourceChange<T>): void => {
      try {
        for (const key of keysOf(change)) this.queue.add(key);
      } catch (error) {
        this.#passOver(change.key, error);
      }
    };
    const following = new StoreFollowing(this.parts.stores, store, { onChange, onReset });
    this.#following.add(following);
    return () => {
      this.#following.delete(following);
      following.stop();
    };
  }

  /** Resolves when everything there was has been seen of all that is followed. */
  protected async whenAllSeen(): Promise<void> {
    await Promise.all([...this.#following].map((each) => each.whenSeen()));
  }

  /** Skips an object that cannot be read, so that the others are processed. */
  #passOver(object: string, error: unknown): void {
    if (this.#passedOver.has(object) || this.#passedOver.size >= MOST_PASSED_OVER) return;
    this.#passedOver.add(object);
    this.parts.logger.error('a controller cannot process an object', {
      controller: this.name,
      object,
      error,
    });
  }

  #unfollow(): void {
    for (const each of this.#following) each.stop();
    this.#following.clear();
  }
}

function withoutParts(name: string): string {
  return `${name}: its constructor passes no QueueControllerParts to that of QueueController; inject into members instead, or take @Inject(QueueControllerParts) parts and call super(parts)`;
}

function noop(): void {}
