import { Connection } from './connection.mjs';
import { Http2Connection } from './http2-connection.mjs';
import { processorTimes } from './processor-time.mjs';
import { figuresOf } from './rate-figures.mjs';

/**
 * Keeps `concurrency` connections busy for so many seconds, with `streams` requests at a time on each: requests per second, latencies in
 * milliseconds, answers of another status than expected, the share of one core this process used meanwhile (near 1 the server may do more),
 * and the processor time a request took of the server, in microseconds, where its processes are known.
 */
export async function measureRate(
  target,
  { concurrency, request, expected = 200, isHttp2 = false, streams = 1 },
  { run, seconds },
) {
  const { open, format } = isHttp2 ? Http2Connection : Connection;
  const connections = await Promise.all(Array.from({ length: concurrency }, () => open(target.url)));
  const state = { next: 0, latencies: [], unexpected: 0 };
  const cpu = process.cpuUsage();
  const before = processorTimes(target.pids);
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const load = { target, request, format, expected, run, until, state };
  const busy = connections.flatMap((connection) => Array.from({ length: streams }, () => keepBusy(connection, load)));
  await Promise.all(busy);
  const elapsed = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  const after = processorTimes(target.pids);
  for (const connection of connections) connection.close();
  return {
    ...figuresOf({ ...state, elapsed, before, after }),
    ...(isHttp2 && { client: `node:http2 of Node.js ${process.version}` }),
    generatorLoad: (user + system) / 1000 / elapsed,
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
