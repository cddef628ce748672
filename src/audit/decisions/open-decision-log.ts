import type { Clock, Logger, MetricsRegistry } from '../../observability/index.js';
import { KubeconfigSource, OutboundMetrics } from '../../outbound/index.js';
import { type AuthorizationOptions, OptionsError } from '../../options/index.js';
import { BufferedSink, LogBackend, LogFile, WebhookBackend, outputOf } from '../backends/index.js';
import { type Losses, type Sink, allTaken } from '../sink.js';
import { DecisionLog } from './decision-log.js';
import { decisionList } from './decision-record.js';
import { Masking } from './masking.js';

/** The dependencies of a decision log. */
export interface DecisionLogDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: MetricsRegistry;
  /** Ends the retries of the webhook. */
  readonly signal: AbortSignal;
}

/** Records that wait for a webhook at most; further ones are lost, and counted. */
const BUFFER_SIZE = 10_000;
const MAX_BATCH = 400;
const MAX_WAIT_MS = 5000;
const INITIAL_BACKOFF_MS = 1000;
/** No further losses are logged for so long, in milliseconds. */
const SILENCE_MS = 1000;

/** An open decision log: the observer of requests, and the sink to be closed with the server. */
export interface OpenDecisionLog {
  readonly observer: DecisionLog;
  readonly sink: Sink<string>;
}

/** Opens the decision log of the options; undefined without one. Throws OptionsError for files that cannot be used. */
export async function openDecisionLog(
  options: AuthorizationOptions,
  dependencies: DecisionLogDependencies,
): Promise<OpenDecisionLog | undefined> {
  const { decisionLog: path, decisionLogWebhookConfigFile: webhook } = options;
  if (path === '' && webhook === '') return undefined;
  const parts = { ...dependencies, metrics: lossesOf(dependencies) };
  const sinks = [
    ...(path === '' ? [] : [fileSink(options, parts)]),
    ...(webhook === '' ? [] : [await webhookSink(webhook, parts)]),
  ];
  const sink = sinks.length === 1 ? sinks[0] : both(sinks);
  const { clock } = dependencies;
  const observer = new DecisionLog({
    sink,
    masking: new Masking(options.decisionLogMask),
    sampleRate: options.decisionLogSampleRate,
    now: () => clock.now(),
    random: Math.random,
  });
  return { observer, sink };
}

interface SinkParts extends DecisionLogDependencies {
  readonly metrics: Losses<string>;
}

function fileSink(options: AuthorizationOptions, parts: SinkParts): Sink<string> {
  const { decisionLog: path, decisionLogMaxSize: maxMegabytes, decisionLogMaxBackup: maxBackups } = options;
  if (path !== '-') ensureFile(path);
  const file = { path, maxMegabytes, maxBackups, maxAgeDays: 0, compresses: false };
  return new LogBackend({
    output: outputOf(file, parts),
    lineOf: (record: string) => record,
    metrics: parts.metrics,
    isStrict: false,
  });
}

function ensureFile(path: string): void {
  try {
    LogFile.ensure(path);
  } catch (error) {
    throw fault('--authorization-decision-log', (error as Error).message);
  }
}

async function webhookSink(configFile: string, parts: SinkParts): Promise<Sink<string>> {
  const { clock, logger, registry, signal, metrics } = parts;
  try {
    const delegate = new WebhookBackend({
      source: await KubeconfigSource.open(configFile, { clock, logger }),
      initialBackoff: INITIAL_BACKOFF_MS,
      bodyOf: decisionList,
      clock,
      metrics,
      outbound: new OutboundMetrics(registry),
      signal,
    });
    return new BufferedSink({ delegate, size: BUFFER_SIZE, maxBatch: MAX_BATCH, maxWait: MAX_WAIT_MS, clock, metrics });
  } catch (error) {
    throw fault('--authorization-decision-log-webhook-config-file', (error as Error).message);
  }
}

function fault(option: string, message: string): OptionsError {
  return new OptionsError([{ option, message, remedy: 'Correct the file, or leave the flag out.' }]);
}

function both(sinks: readonly Sink<string>[]): Sink<string> {
  return {
    process: (records) => allTaken(sinks.map((sink) => sink.process(records))),
    close: async () => void (await Promise.all(sinks.map((sink) => sink.close()))),
  };
}

/** Counts lost records, and logs the first loss of a second without what was in the records. */
function lossesOf({ registry, logger, clock }: DecisionLogDependencies): Losses<string> {
  const lost = registry.counter({
    name: 'binnacle_authorization_decision_log_lost_total',
    help: 'Decisions that were not recorded, by the backend that lost them.',
    labels: ['backend'],
  });
  let silentUntil = -Infinity;
  return {
    lose: (backend, reason, records) => {
      lost.labels(backend).increment(records.length);
      const now = clock.monotonic();
      if (now < silentUntil) return;
      silentUntil = now + SILENCE_MS;
      logger.error('decisions were not recorded', { backend, count: records.length, reason });
    },
  };
}
