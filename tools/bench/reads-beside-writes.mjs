import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from './connection.mjs';
import { itemName, OBJECT_BYTES } from './operations.mjs';
import { processorTimes } from './processor-time.mjs';
import { configMap, configMapPath, formatRequest } from './requests.mjs';
import { quantile, sum } from './statistics.mjs';

const WRITERS = 16;
const CREATES_PER_SECOND = 1000;
/** Between two gets, in milliseconds: they are looked at, not made many. */
const PAUSE = 1;

/**
 * Measures the latency of gets on its own connection, in milliseconds: on an idle server, and while so many
 * objects a second are created; the number of creates, and the server's processor time for a get or a create, in microseconds.
 */
export async function measureReadsBesideWrites(target, { run, seconds }) {
  const reader = await Connection.open(target.url);
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => Connection.open(target.url)));
  await readFor(reader, target, 500);
  const quiet = await readFor(reader, target, seconds * 1000);
  const before = processorTimes(target.pids);
  const until = performance.now() + seconds * 1000;
  const writing = Promise.all(
    writers.map((writer, index) => write(writer, { target, until, name: `r-${run}-${index}` })),
  );
  const busy = await readFor(reader, target, seconds * 1000);
  const written = sum(await writing);
  const after = processorTimes(target.pids);
  for (const connection of [reader, ...writers]) connection.close();
  return {
    p99: quantile(busy, 0.99),
    quietP99: quantile(quiet, 0.99),
    writes: written / seconds,
    ...(before && { serverTime: (sum(after) - sum(before)) / (busy.length + written) }),
  };
}

async function readFor(reader, target, milliseconds) {
  const request = formatRequest({ path: configMapPath('bench-get', itemName(0)) }, target);
  const until = performance.now() + milliseconds;
  const latencies = [];
  while (performance.now() < until) {
    const sentAt = performance.now();
    await reader.fetch(request);
    latencies.push(performance.now() - sentAt);
    await delay(PAUSE);
  }
  return Float64Array.from(latencies).sort();
}

/** Creates objects at a steady pace, as far as the answers come in time. */
async function write(writer, { target, until, name }) {
  const period = (WRITERS * 1000) / CREATES_PER_SECOND;
  let next = performance.now() + Math.random() * period;
  let count = 0;
  for (; next < until; next += period) {
    await delay(Math.max(0, next - performance.now()));
    const body = configMap(`${name}-${count}`, OBJECT_BYTES);
    await writer.fetch(formatRequest({ method: 'POST', path: configMapPath('bench-create'), body }, target));
    count += 1;
  }
  return count;
}
