import { type AuditBackendOptions, type AuditOptions, auditLogBackend, auditWebhookBackend } from './audit-options.js';
import type { OptionProblem } from './problem.js';

/** The modes of both backends. */
export const AUDIT_MODES: readonly string[] = ['batch', 'blocking', 'blocking-strict'];
/** The formats of the log. */
export const AUDIT_LOG_FORMATS: readonly string[] = ['legacy', 'json'];
const VERSIONS: readonly string[] = ['audit.k8s.io/v1'];

/** Checks the options of the audit backends that are in use (upstream: AuditOptions.Validate). */
export function checkAudit({ audit }: { readonly audit: AuditOptions }): OptionProblem[] {
  return [
    ...(audit.logPath === '' ? [] : checkLog(audit)),
    ...(audit.webhookConfigFile === '' ? [] : checkBackend('webhook', auditWebhookBackend(audit))),
  ];
}

function checkLog(audit: AuditOptions): OptionProblem[] {
  const problems = checkBackend('log', auditLogBackend(audit));
  if (!AUDIT_LOG_FORMATS.includes(audit.logFormat)) {
    const message = `invalid audit log format ${audit.logFormat}, allowed formats are "${AUDIT_LOG_FORMATS.join(',')}"`;
    problems.push({ option: '--audit-log-format', message, remedy: `Use one of ${AUDIT_LOG_FORMATS.join(', ')}.` });
  }
  const limits = { maxage: audit.logMaxAge, maxbackup: audit.logMaxBackup, maxsize: audit.logMaxSize };
  for (const [name, value] of Object.entries(limits)) {
    if (value >= 0) continue;
    const message = `--audit-log-${name} ${value} can't be a negative number`;
    problems.push({ option: `--audit-log-${name}`, message, remedy: 'Give 0 or more.' });
  }
  return problems;
}

/** The first fault of each kind, as the reference reports them. */
function checkBackend(name: string, options: AuditBackendOptions): OptionProblem[] {
  const found = [faultOfMode(name, options), faultOfTruncation(name, options), faultOfVersion(name, options)];
  return found.flatMap((problem) => problem ?? []);
}

function faultOfMode(name: string, options: AuditBackendOptions): OptionProblem | undefined {
  const { mode } = options;
  if (!AUDIT_MODES.includes(mode)) {
    const message = `invalid audit ${name} mode ${mode}, allowed modes are "${AUDIT_MODES.join(',')}"`;
    return { option: `--audit-${name}-mode`, message, remedy: `Use one of ${AUDIT_MODES.join(', ')}.` };
  }
  // Options that are not used are not checked.
  return mode === 'batch' ? faultOfBatches(name, options) : undefined;
}

function faultOfBatches(name: string, options: AuditBackendOptions): OptionProblem | undefined {
  const sizes = [
    { flag: 'buffer-size', words: 'buffer size', value: options.batchBufferSize },
    { flag: 'max-size', words: 'max batch size', value: options.batchMaxSize },
  ];
  const throttle = [
    { flag: 'throttle-qps', words: 'throttle QPS', value: options.batchThrottleQps },
    { flag: 'throttle-burst', words: 'throttle burst', value: options.batchThrottleBurst },
  ];
  const checked = options.batchThrottleEnable ? [...sizes, ...throttle] : sizes;
  const wrong = checked.find(({ value }) => value <= 0);
  if (!wrong) return undefined;
  const message = `invalid audit batch ${name} ${wrong.words} ${wrong.value}, must be a positive number`;
  return { option: `--audit-${name}-batch-${wrong.flag}`, message, remedy: 'Give a number above 0.' };
}

function faultOfTruncation(name: string, options: AuditBackendOptions): OptionProblem | undefined {
  const { truncateMaxEventSize: event, truncateMaxBatchSize: batch } = options;
  if (event <= 0) {
    const message = `invalid audit truncate ${name} max event size ${event}, must be a positive number`;
    return { option: `--audit-${name}-truncate-max-event-size`, message, remedy: 'Give a number of bytes above 0.' };
  }
  if (batch >= event) return undefined;
  const message = `invalid audit truncate ${name} max batch size ${batch}, must be greater than max event size (${event})`;
  const remedy = 'A batch has room for one event at least.';
  return { option: `--audit-${name}-truncate-max-batch-size`, message, remedy };
}

function faultOfVersion(name: string, { version }: AuditBackendOptions): OptionProblem | undefined {
  if (VERSIONS.includes(version)) return undefined;
  const isMalformed = version.split('/').length > 2;
  const message = isMalformed
    ? `unexpected GroupVersion string: ${version}`
    : `invalid group version, allowed versions are [${VERSIONS.map((each) => JSON.stringify(each)).join(' ')}]`;
  return { option: `--audit-${name}-version`, message, remedy: `Use ${VERSIONS.join(', ')}.` };
}
