import { readdirSync } from 'node:fs';
import { Connection } from '../bench/connection.mjs';
import { residentMegabytes } from '../bench/own-process.mjs';
import { processorTime } from '../bench/processor-time.mjs';
import { formatRequest } from '../bench/requests.mjs';

let before;

/**
 * Returns figures of the server's process: resident memory and heap in MB, open files, share of a processor since
 * the last sample in percent, and the delay of the event loop at the 99th percentile in milliseconds.
 */
export async function takeSample(server) {
  const metrics = await readMetrics(server);
  const now = { at: performance.now(), used: processorTime(server.pid) };
  const share = before === undefined ? undefined : (now.used - before.used) / 10 / (now.at - before.at);
  before = now;
  return {
    residentMB: Math.round(residentMegabytes(server.pid)),
    heapMB: Math.round(metrics.get('nodejs_heap_size_used_bytes') / 1e6),
    files: readdirSync(`/proc/${server.pid}/fd`).length,
    processorPercent: share === undefined ? undefined : Math.round(share),
    loopDelayP99Ms: round(metrics.get('nodejs_eventloop_lag_p99_seconds') * 1000),
  };
}

async function readMetrics(server) {
  const connection = await Connection.open(server.url);
  const { body } = await connection.fetch(formatRequest({ path: '/metrics', accept: 'text/plain' }, server));
  connection.close();
  const values = new Map();
  for (const [, name, value] of body.toString().matchAll(/^(nodejs_[a-z0-9_]+) (\S+)$/gm))
    values.set(name, Number(value));
  return values;
}

const round = (value) => Math.round(value * 10) / 10;
