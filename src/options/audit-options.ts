/** How events reach a backend of audit; durations are in milliseconds. */
export interface AuditBackendOptions {
  /** `batch`, `blocking` or `blocking-strict`. */
  readonly mode: string;
  /** Most events that wait for a batch; further ones are dropped. */
  readonly batchBufferSize: number;
  readonly batchMaxSize: number;
  readonly batchMaxWait: number;
  readonly batchThrottleEnable: boolean;
  /** Batches per second on average. */
  readonly batchThrottleQps: number;
  /** Batches at once after a pause. */
  readonly batchThrottleBurst: number;
  readonly truncateEnabled: boolean;
  /** In bytes. */
  readonly truncateMaxBatchSize: number;
  /** In bytes. */
  readonly truncateMaxEventSize: number;
  /** Group and version of the events. */
  readonly version: string;
}

const BUFFER_SIZE = 10_000;
const MAX_BATCH_BYTES = 10 * 1024 * 1024;
const MAX_EVENT_BYTES = 100 * 1024;
const VERSION = 'audit.k8s.io/v1';

/** The audit policy and its backends (upstream: AuditOptions). Durations are in milliseconds. */
export class AuditOptions {
  /** File with the policy; without it nothing is recorded. */
  policyFile = '';

  /** File for events; `-` is standard output, empty none. */
  logPath = '';
  logFormat = 'json';
  /** Days that rotated files are kept; 0 sets no limit. */
  logMaxAge = 0;
  /** Rotated files that are kept; 0 sets no limit. */
  logMaxBackup = 0;
  /** Megabytes of a file before it is rotated; 0 stands for the default of 100. */
  logMaxSize = 0;
  logCompress = false;
  logVersion = VERSION;
  logMode = 'blocking';
  logBatchBufferSize = BUFFER_SIZE;
  logBatchMaxSize = 1;
  logBatchMaxWait = 0;
  logBatchThrottleEnable = false;
  logBatchThrottleQps = 0;
  logBatchThrottleBurst = 0;
  logTruncateEnabled = false;
  logTruncateMaxBatchSize = MAX_BATCH_BYTES;
  logTruncateMaxEventSize = MAX_EVENT_BYTES;

  /** Kubeconfig of the webhook; empty for none. */
  webhookConfigFile = '';
  webhookInitialBackoff = 10_000;
  webhookVersion = VERSION;
  webhookMode = 'batch';
  webhookBatchBufferSize = BUFFER_SIZE;
  webhookBatchMaxSize = 400;
  webhookBatchMaxWait = 30_000;
  webhookBatchThrottleEnable = true;
  webhookBatchThrottleQps = 10;
  webhookBatchThrottleBurst = 15;
  webhookTruncateEnabled = false;
  webhookTruncateMaxBatchSize = MAX_BATCH_BYTES;
  webhookTruncateMaxEventSize = MAX_EVENT_BYTES;
}

/** Returns the options of the log backend that the webhook backend has too. */
export function auditLogBackend(options: AuditOptions): AuditBackendOptions {
  return {
    mode: options.logMode,
    batchBufferSize: options.logBatchBufferSize,
    batchMaxSize: options.logBatchMaxSize,
    batchMaxWait: options.logBatchMaxWait,
    batchThrottleEnable: options.logBatchThrottleEnable,
    batchThrottleQps: options.logBatchThrottleQps,
    batchThrottleBurst: options.logBatchThrottleBurst,
    truncateEnabled: options.logTruncateEnabled,
    truncateMaxBatchSize: options.logTruncateMaxBatchSize,
    truncateMaxEventSize: options.logTruncateMaxEventSize,
    version: options.logVersion,
  };
}

/** Returns the options of the webhook backend that the log backend has too. */
export function auditWebhookBackend(options: AuditOptions): AuditBackendOptions {
  return {
    mode: options.webhookMode,
    batchBufferSize: options.webhookBatchBufferSize,
    batchMaxSize: options.webhookBatchMaxSize,
    batchMaxWait: options.webhookBatchMaxWait,
    batchThrottleEnable: options.webhookBatchThrottleEnable,
    batchThrottleQps: options.webhookBatchThrottleQps,
    batchThrottleBurst: options.webhookBatchThrottleBurst,
    truncateEnabled: options.webhookTruncateEnabled,
    truncateMaxBatchSize: options.webhookTruncateMaxBatchSize,
    truncateMaxEventSize: options.webhookTruncateMaxEventSize,
    version: options.webhookVersion,
  };
}
