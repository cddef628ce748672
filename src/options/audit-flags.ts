import { AUDIT_LOG_FORMATS, AUDIT_MODES } from './audit-checks.js';
import { section } from './flag.js';
import { durationKind, integerKind, numberKind, pathKind, switchKind, textKind } from './flag-kinds.js';

const MODE_HELP = `How events are delivered: ${AUDIT_MODES.join(', ')}; blocking modes delay responses, and blocking-strict refuses requests that cannot be recorded.`;

/** The flags of audit. */
export const audit = section('Audit')
  .flag('audit-policy-file', ['audit', 'policyFile'], {
    kind: pathKind,
    help: 'File (audit.k8s.io/v1 Policy) that selects what is recorded; reloaded when it changes. Without it nothing is.',
    isFile: true,
  })
  .flag('audit-log-batch-buffer-size', ['audit', 'logBatchBufferSize'], {
    kind: integerKind,
    help: 'Events that wait for a batch; further ones are dropped. Batch mode only.',
  })
  .flag('audit-log-batch-max-size', ['audit', 'logBatchMaxSize'], {
    kind: integerKind,
    help: 'Maximum number of events in a batch. Batch mode only.',
  })
  .flag('audit-log-batch-max-wait', ['audit', 'logBatchMaxWait'], {
    kind: durationKind,
    help: 'Time after which an incomplete batch is written. Batch mode only.',
  })
  .flag('audit-log-batch-throttle-burst', ['audit', 'logBatchThrottleBurst'], {
    kind: integerKind,
    help: 'Batches at once after a pause. Batch mode only.',
  })
  .flag('audit-log-batch-throttle-enable', ['audit', 'logBatchThrottleEnable'], {
    kind: switchKind,
    help: 'Limit the rate of batches. Batch mode only.',
  })
  .flag('audit-log-batch-throttle-qps', ['audit', 'logBatchThrottleQps'], {
    kind: numberKind,
    help: 'Average number of batches per second. Batch mode only.',
  })
  .flag('audit-log-compress', ['audit', 'logCompress'], {
    kind: switchKind,
    help: 'Compress rotated files with gzip.',
  })
  .flag('audit-log-format', ['audit', 'logFormat'], {
    kind: textKind,
    help: `Format of the file: ${AUDIT_LOG_FORMATS.join(' (one line of text) or ')} (one object per line).`,
  })
  .flag('audit-log-maxage', ['audit', 'logMaxAge'], {
    kind: integerKind,
    help: 'Days that rotated files are kept; 0 sets no limit.',
  })
  .flag('audit-log-maxbackup', ['audit', 'logMaxBackup'], {
    kind: integerKind,
    help: 'Maximum number of rotated files; 0 sets no limit.',
  })
  .flag('audit-log-maxsize', ['audit', 'logMaxSize'], {
    kind: integerKind,
    help: 'Megabytes of the file before it is rotated; 0 means 100.',
  })
  .flag('audit-log-path', ['audit', 'logPath'], {
    kind: pathKind,
    help: 'File for audit events; - is standard output.',
  })
  .flag('audit-log-mode', ['audit', 'logMode'], {
    kind: textKind,
    help: MODE_HELP,
  })
  .flag('audit-log-truncate-enabled', ['audit', 'logTruncateEnabled'], {
    kind: switchKind,
    help: 'Remove objects from events that are too large, and split batches that are.',
  })
  .flag('audit-log-truncate-max-batch-size', ['audit', 'logTruncateMaxBatchSize'], {
    kind: integerKind,
    help: 'Maximum size of a batch in bytes, where truncation is enabled.',
  })
  .flag('audit-log-truncate-max-event-size', ['audit', 'logTruncateMaxEventSize'], {
    kind: integerKind,
    help: 'Maximum size of an event in bytes, where truncation is enabled.',
  })
  .flag('audit-log-version', ['audit', 'logVersion'], {
    kind: textKind,
    help: 'Group and version of the events.',
  })
  .flag('audit-webhook-batch-buffer-size', ['audit', 'webhookBatchBufferSize'], {
    kind: integerKind,
    help: 'Events that wait for a batch; further ones are dropped. Batch mode only.',
  })
  .flag('audit-webhook-batch-max-size', ['audit', 'webhookBatchMaxSize'], {
    kind: integerKind,
    help: 'Maximum number of events in a batch. Batch mode only.',
  })
  .flag('audit-webhook-batch-max-wait', ['audit', 'webhookBatchMaxWait'], {
    kind: durationKind,
    help: 'Time after which an incomplete batch is written. Batch mode only.',
  })
  .flag('audit-webhook-batch-throttle-burst', ['audit', 'webhookBatchThrottleBurst'], {
    kind: integerKind,
    help: 'Batches at once after a pause. Batch mode only.',
  })
  .flag('audit-webhook-batch-throttle-enable', ['audit', 'webhookBatchThrottleEnable'], {
    kind: switchKind,
    help: 'Limit the rate of batches. Batch mode only.',
  })
  .flag('audit-webhook-batch-throttle-qps', ['audit', 'webhookBatchThrottleQps'], {
    kind: numberKind,
    help: 'Average number of batches per second. Batch mode only.',
  })
  .flag('audit-webhook-config-file', ['audit', 'webhookConfigFile'], {
    kind: pathKind,
    help: 'Kubeconfig of a webhook for audit events.',
    isFile: true,
  })
  .flag('audit-webhook-initial-backoff', ['audit', 'webhookInitialBackoff'], {
    kind: durationKind,
    help: 'Wait before the first retry.',
  })
  .flag('audit-webhook-batch-initial-backoff', ['audit', 'webhookInitialBackoff'], {
    kind: durationKind,
    help: 'Wait before the first retry.',
    deprecated: 'Deprecated, use --audit-webhook-initial-backoff instead.',
  })
  .flag('audit-webhook-mode', ['audit', 'webhookMode'], {
    kind: textKind,
    help: MODE_HELP,
  })
  .flag('audit-webhook-truncate-enabled', ['audit', 'webhookTruncateEnabled'], {
    kind: switchKind,
    help: 'Remove objects from events that are too large, and split batches that are.',
  })
  .flag('audit-webhook-truncate-max-batch-size', ['audit', 'webhookTruncateMaxBatchSize'], {
    kind: integerKind,
    help: 'Maximum size of a batch in bytes, where truncation is enabled.',
  })
  .flag('audit-webhook-truncate-max-event-size', ['audit', 'webhookTruncateMaxEventSize'], {
    kind: integerKind,
    help: 'Maximum size of an event in bytes, where truncation is enabled.',
  })
  .flag('audit-webhook-version', ['audit', 'webhookVersion'], {
    kind: textKind,
    help: 'Group and version of the events.',
  });
