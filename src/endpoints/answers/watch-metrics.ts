import type {
  CounterChild,
  CounterFamily,
  GaugeChild,
  GaugeFamily,
  HistogramChild,
  HistogramFamily,
  MetricsRegistry,
} from '../../observability/index.js';

const SIZE_BUCKETS = [1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072];

const WATCH_LIST_BUCKETS = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60];

/** The kind whose events are counted. */
export interface WatchedKind {
  readonly group: string;
  readonly resource: string;
  readonly version: string;
  readonly kind: string;
}

/** The objects of a watch, as its path names them. */
export interface WatchedCollection {
  readonly group: string;
  readonly resource: string;
  readonly version: string;
  readonly namespace: string;
  readonly name: string;
}

/** The counter and histogram of the events of one kind. */
export interface WatchMeter {
  readonly total: CounterChild;
  readonly sizes: HistogramChild;
}

/** The metrics of the sharded watches of one resource. */
export interface ShardMeter {
  readonly active: GaugeChild;
  /** Object states that a watch skipped because they belong to another shard. */
  readonly filtered: CounterChild;
}

/** The features that add metrics. */
export interface WatchMetricsOptions {
  /** True if clients can watch a shard (gate `ShardedListAndWatch`). */
  readonly hasShards?: boolean;
}

/** Counts the events that watches send, and their sizes, by kind. */
export class WatchMetrics {
  private readonly total: CounterFamily;
  private readonly sizes: HistogramFamily;
  private readonly lists: HistogramFamily;
  private readonly meters = new Map<string, WatchMeter>();
  private readonly shards: { readonly active: GaugeFamily; readonly filtered: CounterFamily } | undefined;

  constructor(registry: MetricsRegistry, { hasShards = false }: WatchMetricsOptions = {}) {
    const by = {
      labels: ['group', 'kind', 'resource', 'version'],
      releases: { labels: { kind: { until: '1.33' }, resource: { since: '1.34' } } },
    };
    this.total = registry.counter({ name: 'apiserver_watch_events_total', help: 'Events that watches sent.', ...by });
    this.sizes = registry.histogram({
      name: 'apiserver_watch_events_sizes',
      help: 'Size of the events that watches sent, in bytes.',
      ...by,
      buckets: SIZE_BUCKETS,
    });
    this.lists = registry.histogram({
      name: 'apiserver_watch_list_duration_seconds',
      help: 'Time until a watch that begins with all objects has sent them, in seconds.',
      labels: ['group', 'resource', 'scope', 'version'],
      releases: { since: '1.29', stability: { '1.36': 'BETA' } },
      buckets: WATCH_LIST_BUCKETS,
    });
    this.shards = hasShards ? shardFamilies(registry) : undefined;
  }

  /** Records that a watch has sent the initial objects, and the bookmark after them. */
  listed({ group, resource, version, namespace, name }: WatchedCollection, seconds: number): void {
    const scope = name !== '' ? 'resource' : namespace === '' ? 'cluster' : 'namespace';
    this.lists.labels(group, resource, scope, version).observe(seconds);
  }

  /** Returns the metrics of sharded watches of a resource; undefined without the feature. */
  ofShards({ group, resource }: Pick<WatchedKind, 'group' | 'resource'>): ShardMeter | undefined {
    const { shards } = this;
    return (
      shards && { active: shards.active.labels(group, resource), filtered: shards.filtered.labels(group, resource) }
    );
  }

  /** Returns the meter of a kind; asked for once by each watch. */
  of({ group, version, kind, resource }: WatchedKind): WatchMeter {
    const key = `${group}/${version}/${kind}/${resource}`;
    let meter = this.meters.get(key);
    if (!meter) {
      const values = [group, kind, resource, version];
      meter = { total: this.total.labels(...values), sizes: this.sizes.labels(...values) };
      this.meters.set(key, meter);
    }
    return meter;
  }
}

function shardFamilies(registry: MetricsRegistry): { active: GaugeFamily; filtered: CounterFamily } {
  const labels = ['group', 'resource'];
  return {
    active: registry.gauge({ name: 'apiserver_watch_shards_total', help: 'Sharded watches that are open.', labels }),
    filtered: registry.counter({
      name: 'apiserver_watch_filtered_events_total',
      help: 'Object states that sharded watches skipped.',
      labels,
    }),
  };
}
