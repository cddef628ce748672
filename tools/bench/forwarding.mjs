// Measures the cost of forwarding requests to an extension server: processor time of the server for a get of some 70
// bytes, and its memory with 1,000 watches without events, beside requests that it answers itself.
//   node tools/bench/forwarding.mjs [--http1] [--profile DIRECTORY] [--rounds NUMBER]
//   --http1    the extension server does not offer HTTP/2
//   --profile  writes a processor profile of the server there
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../build.mjs';
import { Connection } from './connection.mjs';
import { residentMegabytes } from './own-process.mjs';
import { openAll, sendAll, spread } from './cost-of-requests.mjs';
import { processorTime } from './processor-time.mjs';
import { formatRequest } from './requests.mjs';
import { median } from './statistics.mjs';
import { launchMeasured } from './subjects.mjs';

const REQUESTS = 4000;
const WATCHES = 1000;
const GROUP = 'far.example.com';
const GEARS = `/apis/${GROUP}/v1/gears`;
const GETS = { local: '/api/v1/namespaces/default', forwarded: `${GEARS}/one` };
const LISTS = { local: '/api/v1/configmaps?watch=1', forwarded: `${GEARS}?watch=1` };
/** How long the memory of the server may take to settle, in milliseconds. */
const SETTLING = 5000;
const PATIENCE = 30_000;

const { values } = parseArgs({
  options: { http1: { type: 'boolean' }, profile: { type: 'string' }, rounds: { type: 'string', default: '7' } },
});
await ensureBuilt();
const nodeFlags = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
await measure(async (target) => {
  for (const concurrency of [1, 16]) await measureGets(target, concurrency);
});
if (values.profile === undefined) {
  for (const name of Object.keys(LISTS)) await measure((target) => measureWatches(target, name));
}

/** Measures a new server, and an extension server behind it. */
async function measure(measurement) {
  const server = await launchMeasured(['--controllers=-*'], nodeFlags);
  const extension = fork(fileURLToPath(new URL('./extension-process.mjs', import.meta.url)));
  try {
    await register(server, extension);
    await measurement(server);
  } finally {
    extension.disconnect();
    await server.stop();
  }
}

async function register(server, extension) {
  const file = (name) => readFileSync(join(server.directory, 'certs', name), 'utf8');
  const protocols = values.http1 ? ['http/1.1'] : ['h2', 'http/1.1'];
  extension.send({ key: file('apiserver.key'), cert: file('apiserver.crt'), protocols });
  const [{ port }] = await once(extension, 'message');
  const spec = { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] };
  await create(server, '/api/v1/namespaces/default/services', { metadata: { name: 'extension' }, spec });
  const service = { namespace: 'default', name: 'extension', port };
  const registered = { group: GROUP, version: 'v1', service, insecureSkipTLSVerify: true };
  await create(server, '/apis/apiregistration.k8s.io/v1/apiservices', {
    metadata: { name: `v1.${GROUP}` },
    spec: { ...registered, groupPriorityMinimum: 1000, versionPriority: 15 },
  });
  const deadline = performance.now() + PATIENCE;
  while ((await fetchOnce(server, { path: GETS.forwarded })).status !== 200) {
    if (performance.now() > deadline) throw new Error('the extension server does not become available');
    await delay(100);
  }
}

async function create(server, path, body) {
  const { status, body: text } = await fetchOnce(server, { method: 'POST', path, body: JSON.stringify(body) });
  if (status !== 201) throw new Error(`POST ${path}: ${status} ${text}`);
}

async function fetchOnce(server, request) {
  const connection = await Connection.open(server.url);
  const answer = await connection.fetch(formatRequest(request, server));
  connection.close();
  return answer;
}

/** Prints microseconds of processor time per request, by subject. */
async function measureGets(server, concurrency) {
  const connections = await openAll(server, concurrency);
  const times = { local: [], forwarded: [] };
  for (let round = -1; round < Number(values.rounds); round++) {
    for (const [name, path] of Object.entries(GETS)) {
      const before = processorTime(server.pid);
      await sendAll(connections, formatRequest({ path }, server), REQUESTS);
      // The first round warms up.
      if (round >= 0) times[name].push((processorTime(server.pid) - before) / REQUESTS);
    }
  }
  for (const connection of connections) connection.close();
  const text = Object.entries(times).map(([name, all]) => `${name} ${median(all).toFixed(0)} (${spread(all)})`);
  const added = median(times.forwarded) - median(times.local);
  console.log(`get, ${concurrency} at a time, µs: ${text.join(', ')}; forwarding adds ${added.toFixed(0)}`);
}

/** Prints the memory that watches hold. */
async function measureWatches(server, name) {
  const [warm] = await openAll(server, 1);
  await sendAll([warm], formatRequest({ path: GETS[name] }, server));
  await delay(SETTLING);
  const before = residentMegabytes(server.pid);
  const connections = await openAll(server, WATCHES);
  for (const connection of connections) connection.send(formatRequest({ path: LISTS[name] }, server), () => {});
  await delay(SETTLING);
  console.log(`${WATCHES} watches, ${name}: ${(residentMegabytes(server.pid) - before).toFixed(0)} MB`);
  for (const connection of [warm, ...connections]) connection.close();
}
