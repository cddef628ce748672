import type { Clock, Logger, MetricsRegistry } from '../../observability/index.js';
import { KubeconfigSource, OutboundMetrics } from '../../outbound/index.js';
import {
  type AuditBackendOptions,
  type AuditOptions,
  auditLogBackend,
  auditWebhookBackend,
} from '../../options/index.js';
import type { AuditMetrics } from '../audit-metrics.js';
import { type AuditEvent, eventList } from '../events/audit-event.js';
import { legacyLine } from '../events/legacy-line.js';
import type { AuditSink } from '../sink.js';
import { BufferedSink } from './buffered-sink.js';
import { LenientSink } from './lenient-sink.js';
import { LogBackend } from './log-backend.js';
import { type RotatedFile, outputOf } from './rotated-file.js';
import { TokenBucket } from './token-bucket.js';
import { TruncatingSink } from './truncating-sink.js';
import { UnionSink } from './union-sink.js';
import { WebhookBackend } from './webhook-backend.js';

/** The dependencies of sinks. */
export interface SinkParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: MetricsRegistry;
  readonly metrics: AuditMetrics;
  /** Ends the retries of webhooks. */
  readonly signal: AbortSignal;
}

/**
 * Opens the backends of the options, as one sink; undefined if there are none. Throws an Error for a kubeconfig that
 * cannot be used. A log file is opened by its first event, as upstream.
 */
export async function openSink(options: AuditOptions, parts: SinkParts): Promise<AuditSink | undefined> {
  const sinks = [
    ...(options.logPath === '' ? [] : [logSink(options, parts)]),
    ...(options.webhookConfigFile === '' ? [] : [await webhookSink(options, parts)]),
  ];
  return sinks.length > 1 ? new UnionSink(sinks) : sinks[0];
}

function logSink(options: AuditOptions, parts: SinkParts): AuditSink {
  const settings = auditLogBackend(options);
  const backend = new LogBackend({
    output: outputOf(fileOf(options), parts),
    lineOf: options.logFormat === 'legacy' ? legacyLine : (event: AuditEvent) => event.json,
    metrics: parts.metrics,
    isStrict: settings.mode === 'blocking-strict',
  });
  return truncating(delivering(backend, settings, parts), settings, parts);
}

function fileOf(options: AuditOptions): RotatedFile {
  const { logPath: path, logMaxBackup: maxBackups, logMaxAge: maxAgeDays, logCompress: compresses } = options;
  return { path, maxBackups, maxAgeDays, compresses, maxMegabytes: options.logMaxSize };
}

async function webhookSink(options: AuditOptions, parts: SinkParts): Promise<AuditSink> {
  const { clock, logger, registry, metrics, signal } = parts;
  const settings = auditWebhookBackend(options);
  const backend = new WebhookBackend({
    source: await KubeconfigSource.open(options.webhookConfigFile, { clock, logger }),
    initialBackoff: options.webhookInitialBackoff,
    bodyOf: eventList,
    clock,
    metrics,
    outbound: new OutboundMetrics(registry),
    signal,
  });
  return truncating(delivering(backend, settings, parts), settings, parts);
}

/** The way from requests to a backend, by its mode. */
function delivering(delegate: AuditSink, options: AuditBackendOptions, { clock, metrics }: SinkParts): AuditSink {
  if (options.mode === 'blocking-strict') return delegate;
  if (options.mode === 'blocking') return new LenientSink(delegate);
  const { batchBufferSize: size, batchMaxSize: maxBatch, batchMaxWait: maxWait } = options;
  return new BufferedSink({ delegate, size, maxBatch, maxWait, throttle: throttleOf(options, clock), clock, metrics });
}

function throttleOf(options: AuditBackendOptions, clock: Clock): TokenBucket | undefined {
  if (!options.batchThrottleEnable) return undefined;
  return new TokenBucket({ perSecond: options.batchThrottleQps, burst: options.batchThrottleBurst, clock });
}

function truncating(delegate: AuditSink, options: AuditBackendOptions, { metrics }: SinkParts): AuditSink {
  if (!options.truncateEnabled) return delegate;
  const { truncateMaxEventSize: maxEvent, truncateMaxBatchSize: maxBatch } = options;
  return new TruncatingSink({ delegate, maxEvent, maxBatch, metrics });
}
