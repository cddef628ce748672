import type { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import { type ApiServerOptions, OptionsError } from '../options/index.js';
import type { RequestObservers } from '../request/index.js';
import type { AuditMetrics } from './audit-metrics.js';
import { Auditor } from './auditor.js';
import { LogFile, openSink } from './backends/index.js';
import { GateObserver } from './gate-observer.js';
import { PolicyFile } from './policy/index.js';
import type { AuditSink } from './sink.js';

/** How long events get to be delivered at shutdown before retries end, in milliseconds. */
const CLOSING_MS = 10_000;

/** The dependencies of auditing. */
export interface AuditingParts {
  readonly options: ApiServerOptions;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: MetricsRegistry;
  readonly metrics: AuditMetrics;
  readonly observers: RequestObservers;
}

interface OpenAuditing {
  readonly auditor: Auditor;
  readonly policy: PolicyFile;
  readonly sink: AuditSink;
  readonly retries: AbortController;
}

/** The auditor of a server, if it has one, and its resources. Both type and injection token. */
export class Auditing {
  constructor(
    private readonly open: OpenAuditing | undefined,
    private readonly clock: Clock,
  ) {}

  /** Records requests; undefined where nothing is recorded. */
  get auditor(): Auditor | undefined {
    return this.open?.auditor;
  }

  /** Delivers what is left, and closes the backends. */
  async close(): Promise<void> {
    if (!this.open) return;
    const { policy, sink, retries } = this.open;
    policy.close();
    const timer = this.clock.schedule(CLOSING_MS, () => retries.abort());
    await sink.close();
    timer.cancel();
  }
}

/** Reads the policy and opens the backends of the options. Throws OptionsError for files that cannot be used. */
export async function openAuditing(parts: AuditingParts): Promise<Auditing> {
  const { options, clock, logger, metrics, observers } = parts;
  const { audit } = options;
  ensureLogFile(audit.logPath);
  const backends = [audit.logPath, audit.webhookConfigFile].filter((each) => each !== '');
  if (audit.policyFile === '' || backends.length === 0) {
    if (backends.length > 0) logger.verbose(2, 'without an audit policy no events are recorded', { backends });
    return new Auditing(undefined, clock);
  }
  const retries = new AbortController();
  const policy = await openPolicy(audit.policyFile, parts);
  const sink = await openBackends(parts, retries.signal).catch((error: unknown) => {
    policy.close();
    throw error;
  });
  observers.add(new GateObserver());
  const holdsAnswers = audit.webhookConfigFile !== '' && audit.webhookMode !== 'batch';
  const auditor = new Auditor({ policy, sink, metrics, clock, holdsAnswers });
  return new Auditing({ auditor, policy, sink, retries }, clock);
}

/** A file that cannot be written is a fault of the options, also where there is nothing to record. */
function ensureLogFile(path: string): void {
  if (path === '' || path === '-') return;
  try {
    LogFile.ensure(path);
  } catch (error) {
    throw fault('--audit-log-path', `ensureLogFile: ${(error as Error).message}`);
  }
}

function openPolicy(path: string, { clock, logger }: AuditingParts): Promise<PolicyFile> {
  return PolicyFile.open(path, { clock, logger }).catch((error: unknown) => {
    throw fault('--audit-policy-file', `loading audit policy file: ${(error as Error).message}: from file ${path}`);
  });
}

async function openBackends({ options, ...parts }: AuditingParts, signal: AbortSignal): Promise<AuditSink> {
  try {
    return (await openSink(options.audit, { ...parts, signal }))!;
  } catch (error) {
    throw fault('--audit-webhook-config-file', `initializing audit webhook: ${(error as Error).message}`);
  }
}

function fault(option: string, message: string): OptionsError {
  return new OptionsError([{ option, message, remedy: 'Correct the file, or leave the flag out.' }]);
}
