// Measures connections: requests that each come over a new one, with and without a resumed TLS session, and the memory
// that idle ones hold.
//   node tools/bench/held-connections.mjs [--requests NUMBER] [--idle NUMBER] [--proxy]
//   --requests  requests over new connections (20000)
//   --idle      connections that are kept open (10000)
//   --proxy     only idle connections, to HAProxy (Debian's package), which ends TLS before --insecure-port
import { connect } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../build.mjs';
import { freePort } from '../server/launch.mjs';
import { residentMegabytes } from './own-process.mjs';
import { processorTime } from './processor-time.mjs';
import { formatRequest } from './requests.mjs';
import { sum } from './statistics.mjs';
import { launchMeasured } from './subjects.mjs';
import { startTlsProxy } from './tls-proxy.mjs';

const AT_A_TIME = 16;
const SETTLING = 10_000;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    idle: { type: 'string', default: '10000' },
    proxy: { type: 'boolean', default: false },
  },
});
await ensureBuilt();
const maxConnections = Number(values.idle) + 100;
const plainPort = await freePort();
const flags = ['--controllers=-*', `--max-connections=${maxConnections}`, `--insecure-port=${plainPort}`];
const server = await launchMeasured(flags);
const proxy = values.proxy ? await startTlsProxy(server, { plainPort, maxConnections }) : undefined;
const { hostname, port } = new URL((proxy ?? server).url);
const request = formatRequest({ path: '/api/v1/namespaces/default' }, server);
try {
  await sendMany(2000);
  if (!proxy) {
    await measureNewConnections('new TLS sessions', false);
    await measureNewConnections('resumed TLS sessions', true);
  }
  await measureIdle(Number(values.idle));
} finally {
  await proxy?.stop();
  await server.stop();
}

/** Opens a connection and has one request answered; hands the session over to `keep`, and answers if it was resumed. */
function sendOnNew({ session, keep }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'], session });
    let isAnswered = false;
    let isResumed = false;
    socket.once('secureConnect', () => {
      isResumed = socket.isSessionReused();
      socket.write(request);
    });
    if (keep) socket.once('session', keep);
    socket.once('data', (chunk) => {
      isAnswered = chunk.subarray(0, 12).toString() === 'HTTP/1.1 200';
      socket.end();
    });
    socket.once('error', reject);
    socket.once('close', () => (isAnswered ? resolve(isResumed) : reject(new Error('a request was not answered'))));
  });
}

/** Returns the number of sessions that were resumed. */
async function sendMany(count, resumes = false) {
  let left = count;
  let resumed = 0;
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      let session;
      const keep = resumes ? (ticket) => (session = ticket) : undefined;
      while (left-- > 0) {
        if (await sendOnNew({ session, keep })) resumed += 1;
      }
    }),
  );
  return resumed;
}

async function measureNewConnections(name, resumes) {
  const count = Number(values.requests);
  const [memory, used, startedAt] = [residentMegabytes(server.pid), processorTime(server.pid), performance.now()];
  const resumed = await sendMany(count, resumes);
  const seconds = (performance.now() - startedAt) / 1000;
  const cost = (processorTime(server.pid) - used) / count;
  await delay(SETTLING);
  const grown = residentMegabytes(server.pid) - memory;
  const rate = `${(count / seconds).toFixed(0)} a second, ${cost.toFixed(0)} µs of the server each`;
  console.log(`${count} connections, ${name}: ${rate}; ${resumed} resumed; memory ${signed(grown)} MB`);
}

async function measureIdle(count) {
  const pids = [server.pid, ...(proxy ? [proxy.pid] : [])];
  const before = pids.map(residentMegabytes);
  const sockets = [];
  for (let i = 0; i < count; i += AT_A_TIME) {
    await Promise.all(
      Array.from({ length: Math.min(AT_A_TIME, count - i) }, async () => sockets.push(await openIdle())),
    );
  }
  await delay(SETTLING);
  const alive = sockets.filter(({ closed }) => !closed).length;
  const held = pids.map((pid, index) => residentMegabytes(pid) - before[index]);
  const all = sum(held);
  console.log(
    `${alive} of ${count} idle connections: ${signed(all)} MB, ${((all * 1000) / alive).toFixed(1)} kB each` +
      (proxy ? ` (server ${signed(held[0])} MB, proxy ${signed(held[1])} MB)` : ''),
  );
  for (const socket of sockets) socket.destroy();
}

/** A connection that had one request answered and stays open. */
function openIdle() {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
    socket.once('secureConnect', () => socket.write(request));
    socket.once('data', () => resolve(socket));
    socket.once('error', reject);
  });
}

function signed(megabytes) {
  return `${megabytes < 0 ? '' : '+'}${megabytes.toFixed(0)}`;
}
