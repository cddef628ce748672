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
  private readonly plural: string;
  private readonly group: string;
  /** As the label has it: with the group where that has no label. */
  private readonly resource: string;
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
    private readonly type: string,
  ) {
    super();
    this.path = (prefix.startsWith(`${ROOT}/`) ? prefix.slice(ROOT.length) : prefix).replace(/\/$/, '');
    const dot = type.indexOf('.');
    const [plural, group] = dot < 0 ? [type, ''] : [type.slice(0, dot), type.slice(dot + 1)];
    this.plural = plural;
    this.group = group;
    this.resource = metrics.namesGroups ? plural : type;
  }

  override sawChange(): void {
    (this.storageReceived ??= this.metrics.storageEvents.labels(this.group, this.resource)).value++;
    (this.received ??= this.metrics.received.labels(this.group, this.resource)).value++;
  }

  override sawDispatch(): void {
    (this.dispatched ??= this.metrics.dispatched.labels(this.group, this.resource)).value++;
  }

  override sawLoad(objects: number, seconds: number): void {
    const { metrics, group, resource } = this;
    metrics.initializations.labels(group, resource).increment();
    metrics.storageLists.labels(group, resource).increment();
    metrics.storageFetched.labels(group, resource).increment(objects);
    metrics.storageEvaluated.labels(group, resource).increment(objects);
    metrics.storageReturned.labels(group, resource).increment(objects);
    this.sawRequest('list', seconds);
  }

  override sawInitialEvents(count: number): void {
    (this.initial ??= this.metrics.initialEvents.labels(this.group, this.resource)).increment(count);
  }

  override sawSlowWatcher(): void {
    this.metrics.terminated.labels(this.group, this.resource).increment();
  }

  override sawList({ index, fetched, returned }: CacheReadCounts): void {
    let children = this.lists.get(index);
    if (!children) this.lists.set(index, (children = this.bindList(index)));
    children.total.value++;
    children.fetched.value += fetched;
    (this.listsReturned ??= this.metrics.listsReturned.labels(this.group, this.plural, this.path)).value += returned;
  }

  override sawConsistentRead(isSuccess: boolean): void {
    const { consistentReads, namesGroups } = this.metrics;
    const resource = namesGroups ? this.plural : this.path;
    if (isSuccess) (this.consistent ??= consistentReads.labels('false', this.group, resource, 'true')).value++;
    else consistentReads.labels('false', this.group, resource, 'false').increment();
  }

  override sawWait(seconds: number): void {
    (this.waits ??= this.metrics.readWait.labels(this.group, this.resource)).observe(seconds);
  }

  /** Measures a request to the store. Answers of a store that works, such as a conflict, are no errors. */
  async time<T>(operation: Operation, request: Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await request;
    } catch (error) {
      if (!isStorageError(error) || !ANSWERS.has(error.code)) {
        this.metrics.requestErrors.labels(this.group, operation, this.plural, this.type).increment();
      }
      throw error;
    } finally {
      this.sawRequest(operation, (performance.now() - started) / 1000);
    }
  }

  private sawRequest(operation: Operation, seconds: number): void {
    const { group, plural, type } = this;
    const children = (this.requests[operation] ??= {
      total: this.metrics.requests.labels(group, operation, plural, type),
      seconds: this.metrics.requestSeconds.labels(group, operation, plural, type),
    });
    children.total.value++;
    children.seconds.observe(seconds);
  }

  private bindList(index: string): ListChildren {
    const { lists, listsFetched } = this.metrics;
    const values = [this.group, index, this.plural, this.path];
    return { total: lists.labels(...values), fetched: listsFetched.labels(...values) };
  }
}
