import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from './connection.mjs';
import { processorTimes } from './processor-time.mjs';
import { configMap, configMapPath, formatRequest } from './requests.mjs';
import { quantile, sum } from './statistics.mjs';
import { Watcher } from './watcher.mjs';

const NAMESPACE = 'bench-watch';
const WRITERS = 16;
/** Watches that are opened at a time. */
const AT_ONCE = 50;
const SETTLING = 500;

/**
 * Measures watchers of one namespace: events delivered per second while 16 connections write as fast as they can, with the server's
 * processor time for each in microseconds, and the time from sending a write to receiving its event, in milliseconds, while `pace` objects a second are written.
 */
export async function measureFanOut(target, { run, seconds, watchers: count, pace }) {
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => Connection.open(target.url)));
  const resourceVersion = await currentVersion(writers[0], target);
  const from = { namespace: NAMESPACE, resourceVersion };
  const watchers = [];
  while (watchers.length < count) {
    watchers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => Watcher.open(target, from)))));
  }
  await delay(SETTLING);
  const latencies = await writePaced(watchers, writers[0], { target, run, seconds, pace });
  const { deliveries, events, serverTime } = await writeAtFullSpeed(watchers, writers, { target, run, seconds });
  for (const connection of [...watchers, ...writers]) connection.close();
  const sorted = Float64Array.from(latencies).sort();
  return {
    deliveries,
    events,
    ...(serverTime !== undefined && { serverTime }),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  };
}

async function writePaced(watchers, writer, { target, run, seconds, pace }) {
  const latencies = [];
  for (const watcher of watchers) watcher.onStamp = (stamp) => latencies.push(performance.now() - stamp);
  for (let n = 0; n < seconds * pace; n++) {
    const answered = writer.fetch(writeRequest(target, `p-${run}-${n}`));
    await Promise.all([answered, delay(1000 / pace)]);
  }
  await delay(SETTLING);
  for (const watcher of watchers) watcher.onStamp = undefined;
  return latencies;
}

async function writeAtFullSpeed(watchers, writers, { target, run, seconds }) {
  const count = () => sum(watchers.map(({ events }) => events));
  const before = count();
  const times = processorTimes(target.pids);
  const startedAt = performance.now();
  let n = 0;
  const write = async (writer) => {
    while (performance.now() < startedAt + seconds * 1000) {
      await writer.fetch(writeRequest(target, `w-${run}-${n++}`));
    }
  };
  await Promise.all(writers.map(write));
  const expected = n * watchers.length;
  // The last events are still in transit.
  for (let waited = 0; count() - before < expected && waited < 5000; waited += 10) await delay(10);
  const elapsed = (performance.now() - startedAt) / 1000;
  const delivered = count() - before;
  const serverTime = times && (sum(processorTimes(target.pids)) - sum(times)) / delivered;
  return { deliveries: delivered / elapsed, events: n / elapsed, serverTime };
}

function writeRequest(target, name) {
  const body = configMap(name, 100, { stamp: `@${performance.now()}@` });
  return formatRequest({ method: 'POST', path: configMapPath(NAMESPACE), body }, target);
}

async function currentVersion(connection, target) {
  const { body } = await connection.fetch(formatRequest({ path: `${configMapPath(NAMESPACE)}?limit=1` }, target));
  return JSON.parse(body).metadata.resourceVersion;
}
