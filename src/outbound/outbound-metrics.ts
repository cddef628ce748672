import type { CounterChild, CounterFamily, HistogramFamily, MetricsRegistry } from '../observability/index.js';

const NOT_FOUND = 'plugin_not_found_error';
/** From a small request to the largest answers that are read (upstream: client-go metrics). */
const SIZE_BUCKETS = [64, 256, 512, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];
const DURATION_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** Counts requests to others as clients of Kubernetes do; hosts are those that files name, never those of requests. */
export class OutboundMetrics {
  private readonly requests: CounterFamily;
  private readonly durations: HistogramFamily;
  private readonly requestSizes: HistogramFamily;
  private readonly responseSizes: HistogramFamily;
  private readonly retries: CounterFamily;
  private readonly execCalls: CounterFamily;
  private readonly namelessCertificates: CounterChild;
  private readonly weakCertificates: CounterChild;

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
    this.requestSizes = sizesIn(registry, 'request');
    this.responseSizes = sizesIn(registry, 'response');
    this.retries = registry.counter({
      name: 'rest_client_request_retries_total',
      help: 'Requests to other servers that were made again, by the status code before, verb and host.',
      labels: ['code', 'host', 'verb'],
      releases: { since: '1.21' },
    });
    this.namelessCertificates = registry
      .counter({
        name: 'apiserver_webhooks_x509_missing_san_total',
        help: 'Connections to webhooks whose certificate names its server in its subject only.',
        releases: { since: '1.21' },
      })
      .labels();
    this.weakCertificates = registry
      .counter({
        name: 'apiserver_webhooks_x509_insecure_sha1_total',
        help: 'Connections to webhooks whose certificate is signed by means of SHA-1.',
        releases: { since: '1.21' },
      })
      .labels();
    this.execCalls = registry.counter({
      name: 'rest_client_exec_plugin_call_total',
      help: 'Runs of exec plugins, by exit code and how they ended.',
      labels: ['call_status', 'code'],
      releases: { since: '1.21' },
    });
  }

  /** Records a request that has ended, with its status code or `<error>`. */
  observe({ host, method, code, seconds }: { host: string; method: string; code: string; seconds: number }): void {
    this.requests.labels(code, host, method).increment();
    this.durations.labels(host, method).observe(seconds);
  }

  /** Records the bytes of a body that was sent, and of the answer that was read. */
  observeSizes({ host, method, sent, read }: { host: string; method: string; sent: number; read: number }): void {
    this.requestSizes.labels(host, method).observe(sent);
    this.responseSizes.labels(host, method).observe(read);
  }

  /** Records that a request is made again because of what was answered before. */
  observeRetry({ host, method, code }: { host: string; method: string; code: string }): void {
    this.retries.labels(code, host, method).increment();
  }

  /** Records a certificate without alternative names: it counts for no server. */
  observeNamelessCertificate(): void {
    this.namelessCertificates.increment();
  }

  /** Records a certificate with a signature that does not count any more. */
  observeWeakCertificate(): void {
    this.weakCertificates.increment();
  }

  /** Records a run of an exec plugin; without an exit code it could not be run. */
  observeExec(exitCode: number | undefined): void {
    const status = exitCode === 0 ? 'no_error' : exitCode === undefined ? NOT_FOUND : 'plugin_execution_error';
    this.execCalls.labels(status, String(exitCode ?? 1)).increment();
  }
}

function sizesIn(registry: MetricsRegistry, what: 'request' | 'response'): HistogramFamily {
  return registry.histogram({
    name: `rest_client_${what}_size_bytes`,
    help: `Size of the body of a ${what}, in bytes, by verb and host.`,
    labels: ['host', 'verb'],
    buckets: SIZE_BUCKETS,
  });
}
