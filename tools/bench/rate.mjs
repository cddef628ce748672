import { Connection } from './connection.mjs';
import { Http2Connection } from './http2-connection.mjs';
import { processorTime } from './processor-time.mjs';
import { quantile } from './statistics.mjs';

/**
 * Keeps `concurrency` connections busy for so many seconds: requests per second, latencies in milliseconds, answers of
 * another status than expected, the share of one core this process used meanwhile (near 1 the server may do more), and
 * the processor time a request took of the server, in microseconds, where its process is known.
 */
export async function measureRate(target, { concurrency, request, expected = 200, isHttp2 = false }, { run, seconds }) {
  const { open, format } = isHttp2 ? Http2Connection : Connection;
  const connections = await Promise.all(Array.from({ length: concurrency }, () => open(target.url)));
  const state = { next: 0, latencies: [], unexpected: 0 };
  const cpu = process.cpuUsage();
  const before = processorTime(target.pid);
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const load = { target, request, format, expected, run, until, state };
  await Promise.all(connections.map((connection) => keepBusy(connection, load)));
  const elapsed = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  const used = before !== undefined && processorTime(target.pid) - before;
  for (const connection of connections) connection.close();
  const sorted = Float64Array.from(state.latencies).sort();
  return {
    rate: (sorted.length / elapsed) * 1000,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    unexpected: state.unexpected,
    generatorLoad: (user + system) / 1000 / elapsed,
    ...(used !== false && { serverTime: used / (sorted.length + state.unexpected) }),
  };
}

function keepBusy(connection, { target, request, format, expected, run, until, state }) {
  return new Promise((resolve) => {
    let sentAt = 0;
    const send = () => {
      const sent = format(request(state.next++, run), target);
      sentAt = performance.now();
      connection.send(sent, answered);
    };
    const answered = (status) => {
      const now = performance.now();
      if (status === expected) state.latencies.push(now - sentAt);
      else state.unexpected += 1;
      if (now < until && status !== 0) send();
      else resolve();
    };
    send();
  });
}
