import { dirname, extname, basename, join } from 'node:path';
import type { ApiServerOptions } from '../options/index.js';

/**
 * Reduces the options of the whole server to the share of one worker: limits are divided by the number of workers, rounded
 * down but to one at least, and 0 stays without a limit. Its audit log is a file of its own.
 */
export function takeShare({ serving, audit, workers: { count } }: ApiServerOptions, worker: number): void {
  serving.maxRequestsInFlight = shareOf(serving.maxRequestsInFlight, count);
  serving.maxMutatingRequestsInFlight = shareOf(serving.maxMutatingRequestsInFlight, count);
  serving.maxConnections = shareOf(serving.maxConnections, count);
  audit.webhookBatchThrottleQps /= count;
  if (audit.logPath !== '') audit.logPath = ownFile(audit.logPath, worker);
}

/** The share of one of `count` in a limit; 0 is none. */
export function shareOf(limit: number, count: number): number {
  return limit === 0 ? 0 : Math.max(1, Math.floor(limit / count));
}

/** The file of a worker beside that of the whole: `audit.log` is `audit-worker-2.log`. */
export function ownFile(path: string, worker: number): string {
  const extension = extname(path);
  return join(dirname(path), `${basename(path, extension)}-worker-${worker}${extension}`);
}
