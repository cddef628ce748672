import type { CounterFamily, HistogramFamily, MetricsRegistry } from '../observability/index.js';

const NOT_FOUND = 'plugin_not_found_error';
const DURATION_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** Counts requests to others as clients of Kubernetes do; hosts are those that files name, never those of requests. */
export class OutboundMetrics {
  private readonly requests: CounterFamily;
  private readonly durations: HistogramFamily;
  private readonly execCalls: CounterFamily;

  constructor(registry: MetricsRegistry) {
    this.requests = registry.counter({
      name: 'rest_client_requests_total',
      help: 'Requests to other servers, by status code, method and host.',
      labels: ['code', 'host', 'method'],
    });
    this.durations = registry.histogram({
      name: 'rest_client_request_duration_seconds',
      help: 'Time that requests to other servers take, in seconds, by verb and host.',
      labels: ['host', 'verb'],
      buckets: DURATION_BUCKETS,
    });
    this.execCalls = registry.counter({
      name: 'rest_client_exec_plugin_call_total',
      help: 'Runs of exec plugins, by exit code and how they ended.',
      labels: ['call_status', 'code'],
    });
  }

  /** Notes a request that has ended, with its status code or `<error>`. */
  observe({ host, method, code, seconds }: { host: string; method: string; code: string; seconds: number }): void {
    this.requests.labels(code, host, method).increment();
    this.durations.labels(host, method).observe(seconds);
  }

  /** Notes a run of an exec plugin; without an exit code it could not be run. */
  observeExec(exitCode: number | undefined): void {
    const status = exitCode === 0 ? 'no_error' : exitCode === undefined ? NOT_FOUND : 'plugin_execution_error';
    this.execCalls.labels(status, String(exitCode ?? 1)).increment();
  }
}
