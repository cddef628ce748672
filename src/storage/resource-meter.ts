import type { CounterChild, HistogramChild } from '../observability/index.js';
import type { CacheReadCounts } from './watch-cache/cache-meter.js';
import { CacheMeter } from './watch-cache/cache-meter.js';
import { isStorageError } from './storage-error.js';
import type { StorageFamilies } from './storage-families.js';

/** The requests to the store that are measured. */
type Operation = 'create' | 'delete' | 'get' | 'list' | 'update';

interface RequestChildren {
  readonly total: CounterChild;
  readonly seconds: HistogramChild;
}

interface ListChildren {
  readonly total: CounterChild;
  readonly fetched: CounterChild;
}

/** The outcomes of a request that are answers of a store that works. */
const ANSWERS: ReadonlySet<string> = new Set(['KeyExists', 'KeyNotFound', 'Conflict', 'Compacted', 'TooLargeRevision']);

const ROOT = '/registry';

/** Counts what happens to one resource. Everything is bound on first use and kept. */
export class ResourceMeter extends CacheMeter {
  private readonly requests: Partial<Record<Operation, RequestChildren>> = {};
  private readonly lists = new Map<string, ListChildren>();
  private readonly path: string;
  private received: CounterChild | undefined;
  private storageReceived: CounterChild | undefined;
  private dispatched: CounterChild | undefined;
  private initial: CounterChild | undefined;
  private listsReturned: CounterChild | undefined;
  private consistent: CounterChild | undefined;
  private waits: HistogramChild | undefined;

  constructor(
    private readonly metrics: StorageFamilies,
    prefix: string,
    private readonly resource: string,
  ) {
    super();
    this.path = (prefix.startsWith(`${ROOT}/`) ? prefix.slice(ROOT.length) : prefix).replace(/\/$/, '');
  }

  override sawChange(): void {
    (this.storageReceived ??= this.metrics.storageEvents.labels(this.resource)).value++;
    (this.received ??= this.metrics.received.labels(this.resource)).value++;
  }

  override sawDispatch(): void {
    (this.dispatched ??= this.metrics.dispatched.labels(this.resource)).value++;
  }

  override sawLoad(objects: number, seconds: number): void {
    const { metrics, resource } = this;
    metrics.initializations.labels(resource).increment();
    metrics.storageLists.labels(resource).increment();
    metrics.storageFetched.labels(resource).increment(objects);
    metrics.storageEvaluated.labels(resource).increment(objects);
    metrics.storageReturned.labels(resource).increment(objects);
    this.sawRequest('list', seconds);
  }

  override sawInitialEvents(count: number): void {
    (this.initial ??= this.metrics.initialEvents.labels(this.resource)).increment(count);
  }

  override sawSlowWatcher(): void {
    this.metrics.terminated.labels(this.resource).increment();
  }

  override sawList({ index, fetched, returned }: CacheReadCounts): void {
    let children = this.lists.get(index);
    if (!children) this.lists.set(index, (children = this.bindList(index)));
    children.total.value++;
    children.fetched.value += fetched;
    (this.listsReturned ??= this.metrics.listsReturned.labels(this.path)).value += returned;
  }

  override sawConsistentRead(isSuccess: boolean): void {
    const { consistentReads } = this.metrics;
    if (isSuccess) (this.consistent ??= consistentReads.labels('false', this.path, 'true')).value++;
    else consistentReads.labels('false', this.path, 'false').increment();
  }

  override sawWait(seconds: number): void {
    (this.waits ??= this.metrics.readWait.labels(this.resource)).observe(seconds);
  }

  /** Measures a request to the store. Answers of a store that works, such as a conflict, are no errors. */
  async time<T>(operation: Operation, request: Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await request;
    } catch (error) {
      if (!isStorageError(error) || !ANSWERS.has(error.code)) {
        this.metrics.requestErrors.labels(operation, this.resource).increment();
      }
      throw error;
    } finally {
      this.sawRequest(operation, (performance.now() - started) / 1000);
    }
  }

  private sawRequest(operation: Operation, seconds: number): void {
    const children = (this.requests[operation] ??= {
      total: this.metrics.requests.labels(operation, this.resource),
      seconds: this.metrics.requestSeconds.labels(operation, this.resource),
    });
    children.total.value++;
    children.seconds.observe(seconds);
  }

  private bindList(index: string): ListChildren {
    const { lists, listsFetched } = this.metrics;
    return { total: lists.labels(index, this.path), fetched: listsFetched.labels(index, this.path) };
  }
}
