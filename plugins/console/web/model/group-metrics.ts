/** The requests for a group since the server started, by resource. */
export interface ResourceRequests {
  readonly resource: string;
  readonly requests: number;
  /** Requests that ended with a status of 500 or more. */
  readonly failures: number;
  /** The mean time of requests that do not stay open, in milliseconds; undefined without one. */
  readonly meanMs: number | undefined;
}

/** A sample of a metric. */
export interface MetricSample {
  readonly name: string;
  readonly labels: string;
  readonly value: string;
}

/** The metrics of a group. */
export interface GroupMetrics {
  readonly byResource: readonly ResourceRequests[];
  /** Objects by resource, `deployments.apps`. */
  readonly objects: ReadonlyMap<string, number>;
  /** Metrics whose names begin with the name of the plugin. */
  readonly own: readonly MetricSample[];
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{([^}]*)\})? (\S+)$/gm;
const LONG_RUNNING = ['WATCH', 'CONNECT'];
/** Samples of a plugin's metrics that are shown at most. */
const MOST_SAMPLES = 60;

interface Sums {
  requests: number;
  failures: number;
  seconds: number;
  timed: number;
}

/** Reads the metrics of a group out of a page of metrics. */
export function groupMetricsOf(page: string, group: string): GroupMetrics {
  const sums = new Map<string, Sums>();
  const objects = new Map<string, number>();
  const own: MetricSample[] = [];
  const prefix = `${pluginNameOf(group).replaceAll('-', '_')}_`;
  for (const [, name, labels = '', text] of page.matchAll(SAMPLE)) {
    const value = Number(text);
    if (name === 'apiserver_storage_objects') objects.set(label(labels, 'resource'), value);
    else if (group !== '' && name.startsWith(prefix) && !name.endsWith('_bucket'))
      own.push({ name, labels, value: text });
    else if (name.startsWith('apiserver_request_') && label(labels, 'group') === group) {
      const resource = label(labels, 'resource');
      if (resource === '') continue;
      const sum = sums.get(resource) ?? { requests: 0, failures: 0, seconds: 0, timed: 0 };
      sums.set(resource, sum);
      add(sum, { name, labels, value });
    }
  }
  const byResource = [...sums].map(([resource, { requests, failures, seconds, timed }]) => ({
    ...{ resource, requests, failures },
    meanMs: timed === 0 ? undefined : (1000 * seconds) / timed,
  }));
  return { byResource: byResource.sort((a, b) => b.requests - a.requests), objects, own: own.slice(0, MOST_SAMPLES) };
}

/** Returns the name by which checks and metrics of a plugin are called: the first part of its group. */
export function pluginNameOf(group: string): string {
  return group.split('.')[0];
}

function add(sum: Sums, { name, labels, value }: { name: string; labels: string; value: number }): void {
  if (name === 'apiserver_request_total') {
    sum.requests += value;
    if (label(labels, 'code').startsWith('5')) sum.failures += value;
  }
  if (LONG_RUNNING.includes(label(labels, 'verb'))) return;
  if (name === 'apiserver_request_duration_seconds_sum') sum.seconds += value;
  if (name === 'apiserver_request_duration_seconds_count') sum.timed += value;
}

/** Returns the value of a label; empty if there is none. */
function label(labels: string, name: string): string {
  const at = `,${labels}`.indexOf(`,${name}="`);
  if (at < 0) return '';
  const begin = at + name.length + 2;
  return labels.slice(begin, labels.indexOf('"', begin));
}
