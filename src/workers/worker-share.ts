import { dirname, extname, basename, join } from 'node:path';
import type { ApiServerOptions } from '../options/index.js';

/**
 * Reduces the options of the whole server to the share of one worker: limits are divided by the number of workers, rounded
 * down but to one at least, and 0 stays without a limit. Its logs of audit and decisions are its own files.
 */
export function takeShare({ serving, audit, authorization, workers }: ApiServerOptions, worker: number): void {
  serving.maxRequestsInFlight = workers.shareOf(serving.maxRequestsInFlight);
  serving.maxMutatingRequestsInFlight = workers.shareOf(serving.maxMutatingRequestsInFlight);
  serving.maxConnections = workers.shareOf(serving.maxConnections);
  audit.webhookBatchThrottleQps /= workers.count;
  if (audit.logPath !== '') audit.logPath = ownFile(audit.logPath, worker);
  const { decisionLog } = authorization;
  if (decisionLog !== '') authorization.decisionLog = ownFile(decisionLog, worker);
}

/** Returns the file of a worker beside that of the whole: `audit.log` is `audit-worker-2.log`. */
export function ownFile(path: string, worker: number): string {
  const extension = extname(path);
  return join(dirname(path), `${basename(path, extension)}-worker-${worker}${extension}`);
}
