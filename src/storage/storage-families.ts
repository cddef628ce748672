import type { CounterFamily, HistogramFamily, MetricDefinition, MetricsRegistry } from '../observability/index.js';

const READ_WAIT_BUCKETS = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3];
const REQUEST_BUCKETS = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];

/** The release that names groups beside resources. */
const GROUPS_SINCE = '1.34';
const SINCE_GROUPS = { since: GROUPS_SINCE };
const BEFORE_GROUPS = { until: '1.33' };

/** Labels, and the releases that have them where not all do. */
const BY_RESOURCE = { labels: ['group', 'resource'], releases: { since: '1.21', labels: { group: SINCE_GROUPS } } };
const BY_RESOURCE_ALWAYS = { ...BY_RESOURCE, releases: { labels: { group: SINCE_GROUPS } } };
/** Of caches that are waited for. */
const BY_RESOURCE_SINCE_1_29 = { ...BY_RESOURCE, releases: { ...BY_RESOURCE.releases, since: '1.29' } };
const BY_READ = {
  labels: ['fallback', 'group', 'resource', 'success'],
  releases: { since: '1.29', labels: { group: SINCE_GROUPS } },
};
const BY_REQUEST = {
  labels: ['group', 'operation', 'resource', 'type'],
  releases: { labels: { group: SINCE_GROUPS, resource: SINCE_GROUPS, type: BEFORE_GROUPS } },
};
const OF_LIST = { group: SINCE_GROUPS, resource: SINCE_GROUPS, resource_prefix: BEFORE_GROUPS };
const BY_LIST = {
  labels: ['group', 'index', 'resource', 'resource_prefix'],
  releases: { since: '1.21', labels: OF_LIST },
};
const BY_LISTED = { labels: ['group', 'resource', 'resource_prefix'], releases: { since: '1.21', labels: OF_LIST } };

/** Requests were timed before they were counted. */
const BY_COUNTED_REQUEST = { ...BY_REQUEST, releases: { ...BY_REQUEST.releases, since: '1.27' } };

type Labels = Pick<MetricDefinition, 'labels' | 'releases'>;

const REQUEST_SECONDS = {
  name: 'etcd_request_duration_seconds',
  help: 'Time that requests to the store take, in seconds.',
  ...BY_REQUEST,
  buckets: REQUEST_BUCKETS,
};

const READ_WAIT = {
  name: 'apiserver_watch_cache_read_wait_seconds',
  help: 'Time that reads wait for the cache to be as new as they need, in seconds.',
  ...BY_RESOURCE_SINCE_1_29,
  buckets: READ_WAIT_BUCKETS,
};

/**
 * The metrics of the store and the watch cache, under the names of the reference; those of requests to the store are named
 * after etcd there.
 */
export class StorageFamilies {
  /** True if resources are named without their group, which has its own label. */
  readonly namesGroups: boolean;
  readonly requests: CounterFamily;
  readonly requestErrors: CounterFamily;
  readonly requestSeconds: HistogramFamily;
  readonly storageEvents: CounterFamily;
  readonly storageLists: CounterFamily;
  readonly storageFetched: CounterFamily;
  readonly storageEvaluated: CounterFamily;
  readonly storageReturned: CounterFamily;
  readonly received: CounterFamily;
  readonly dispatched: CounterFamily;
  readonly initializations: CounterFamily;
  readonly initialEvents: CounterFamily;
  readonly terminated: CounterFamily;
  readonly consistentReads: CounterFamily;
  readonly readWait: HistogramFamily;
  readonly lists: CounterFamily;
  readonly listsFetched: CounterFamily;
  readonly listsReturned: CounterFamily;

  constructor(registry: MetricsRegistry) {
    this.namesGroups = registry.isSince(GROUPS_SINCE);
    const count = (name: string, help: string, by: Labels = BY_RESOURCE): CounterFamily =>
      registry.counter({ name, help, ...by });
    this.requests = count(
      'etcd_requests_total',
      'Requests to the store, by operation and resource.',
      BY_COUNTED_REQUEST,
    );
    this.requestErrors = count(
      'etcd_request_errors_total',
      'Requests to the store that the store failed.',
      BY_COUNTED_REQUEST,
    );
    this.requestSeconds = registry.histogram(REQUEST_SECONDS);
    this.storageEvents = count('apiserver_storage_events_received_total', 'Changes received from the store.', {
      ...BY_RESOURCE,
      releases: { ...BY_RESOURCE.releases, stability: { '1.36': 'BETA' } },
    });
    this.storageLists = count('apiserver_storage_list_total', 'Resources read from the store as a whole.');
    this.storageFetched = count(
      'apiserver_storage_list_fetched_objects_total',
      'Objects read from the store in lists.',
    );
    this.storageEvaluated = count('apiserver_storage_list_evaluated_objects_total', 'Objects of such lists decoded.');
    this.storageReturned = count('apiserver_storage_list_returned_objects_total', 'Objects of such lists taken over.');
    this.received = count('apiserver_watch_cache_events_received_total', 'Changes that the watch cache received.');
    this.dispatched = count('apiserver_watch_cache_events_dispatched_total', 'Changes handed out to watchers.');
    this.initializations = count('apiserver_watch_cache_initializations_total', 'Loads of a resource into the cache.');
    this.initialEvents = count(
      'apiserver_init_events_total',
      'Objects sent at the start of watches.',
      BY_RESOURCE_ALWAYS,
    );
    this.terminated = count('apiserver_terminated_watchers_total', 'Watches ended because their client is too slow.');
    this.consistentReads = count(
      'apiserver_watch_cache_consistent_read_total',
      'Consistent lists from the cache, by success; there is no fallback to the store.',
      BY_READ,
    );
    this.readWait = registry.histogram(READ_WAIT);
    this.lists = count('apiserver_cache_list_total', 'Lists answered from the cache, by index.', BY_LIST);
    this.listsFetched = count('apiserver_cache_list_fetched_objects_total', 'Objects read for such lists.', BY_LIST);
    this.listsReturned = count(
      'apiserver_cache_list_returned_objects_total',
      'Objects that such lists returned.',
      BY_LISTED,
    );
  }
}
