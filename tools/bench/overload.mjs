// Measures how long neighbours wait while one user floods the server with lists that no index answers and another one
// with writes, each with ten times the requests at a time that their level executes.
//   node tools/bench/overload.mjs [--seconds NUMBER] [--profile DIRECTORY]
//   --profile  writes a processor profile of the server there
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../build.mjs';
import { Connection } from './connection.mjs';
import { configMap, configMapPath, formatRequest } from './requests.mjs';
import { quantile } from './statistics.mjs';
import { launchMeasured } from './subjects.mjs';

const OBJECTS = 4000;
const WIDTH = 400;
/** Pause between two requests of a neighbour, in milliseconds. */
const PAUSE = 20;
const MERGE_PATCH = 'application/merge-patch+json';
const NAMESPACE = 'default';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces';
const SELECTOR = `labelSelector=${encodeURIComponent('group notin (a,b,c)')}`;
/** Renews a lease, as its holder does. */
const renewalOf = (path) => ({
  method: 'PATCH',
  path,
  body: JSON.stringify({ spec: { holderIdentity: 'n1', renewTime: `${new Date().toISOString().slice(0, -1)}000Z` } }),
  contentType: MERGE_PATCH,
});
const NODE = { 'impersonate-user': 'system:node:n1', 'impersonate-group': 'system:nodes' };
const NEIGHBOURS = {
  health: { request: () => ({ path: '/livez' }) },
  'lease of a node': { request: () => renewalOf(`${LEASES}/kube-node-lease/leases/n1`), headers: NODE },
  'a node': { request: () => ({ path: '/api/v1/nodes/n1' }), headers: NODE },
  'lease of a leader': {
    request: () => renewalOf(`${LEASES}/kube-system/leases/kube-scheduler`),
    headers: { 'impersonate-user': 'system:kube-scheduler' },
  },
  'get of another user': {
    request: () => ({ path: configMapPath(NAMESPACE, 'map-1') }),
    headers: { 'impersonate-user': 'third' },
  },
};

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '15' }, profile: { type: 'string' } } });
await ensureBuilt();
const nodeFlags = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
const server = await launchMeasured(['--authorization-mode=AlwaysAllow', '--controllers=-*'], nodeFlags);
const load = spawn(process.execPath, [fileURLToPath(new URL('../../test/attack/overload-load.mjs', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const answers = createInterface({ input: load.stdout });
try {
  await createObjects();
  console.log('quiet:');
  await measureAll(3000);
  await beginFloods();
  const before = await countAnswers();
  console.log('overloaded:');
  await measureAll(Number(values.seconds) * 1000);
  report(before, await countAnswers());
} finally {
  load.kill();
  await server.stop();
}

async function createObjects() {
  const connection = await Connection.open(server.url);
  const create = async (path, body) => {
    const answer = await connection.fetch(formatRequest({ method: 'POST', path, body }, server));
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.body}`);
  };
  for (let i = 0; i < OBJECTS; i++) {
    await create(configMapPath(NAMESPACE), configMap(`map-${i}`, 1000, { labels: { group: 'a' } }));
  }
  await create('/api/v1/nodes', JSON.stringify({ metadata: { name: 'n1' } }));
  await create(`${LEASES}/kube-node-lease/leases`, JSON.stringify({ metadata: { name: 'n1' }, spec: {} }));
  await create(`${LEASES}/kube-system/leases`, JSON.stringify({ metadata: { name: 'kube-scheduler' }, spec: {} }));
  connection.close();
}

async function beginFloods() {
  const headersOf = (user) => ({
    authorization: `Bearer ${server.token}`,
    'impersonate-user': user,
    'content-type': MERGE_PATCH,
  });
  const body = JSON.stringify({ data: { a: 'y'.repeat(1000) } });
  const paths = Array.from({ length: 64 }, (_, i) => configMapPath(NAMESPACE, `map-${i}`));
  const lists = { name: 'lists', method: 'GET', paths: [`${configMapPath(NAMESPACE)}?${SELECTOR}`] };
  const writes = { name: 'writes', method: 'PATCH', paths, body };
  const withUsers = [
    { ...lists, headers: headersOf('lister') },
    { ...writes, headers: headersOf('writer') },
  ];
  await tell(JSON.stringify(withUsers.map((flood) => ({ ...flood, url: server.url, width: WIDTH }))));
  // Handshakes are work that no level limits.
  while (Math.min(...(await countAnswers()).map(({ all }) => all)) < 2 * WIDTH) await delay(200);
}

async function tell(message) {
  const line = once(answers, 'line');
  load.stdin.write(`${message}\n`);
  return JSON.parse((await line)[0]);
}

async function countAnswers() {
  const counts = await tell('counts');
  return Object.entries(counts).map(([name, codes]) => ({
    name,
    all: Object.values(codes).reduce((sum, count) => sum + count, 0),
    refused: codes['429'] ?? 0,
  }));
}

async function measureAll(milliseconds) {
  const lines = Object.entries(NEIGHBOURS).map(([name, neighbour]) => measure(name, neighbour, milliseconds));
  for (const line of await Promise.all(lines)) console.log(`  ${line}`);
}

async function measure(name, { headers, request }, milliseconds) {
  const connection = await Connection.open(server.url);
  const make = () => withHeaders(formatRequest(request(), server), headers);
  const until = performance.now() + milliseconds;
  const [latencies, failures] = [[], []];
  while (performance.now() < until) {
    const sentAt = performance.now();
    const { status } = await connection.fetch(make());
    latencies.push(performance.now() - sentAt);
    if (status !== 200) failures.push(status);
    await delay(PAUSE);
  }
  connection.close();
  const sorted = Float64Array.from(latencies).sort();
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(sorted, share).toFixed(1));
  return `${name}: ${sorted.length} requests, p50 ${p50} ms, p99 ${p99} ms, not answered 200: ${failures.length}`;
}

function withHeaders(request, headers = {}) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(request.toString().replace('\r\nAccept:', `\r\n${lines.join('')}Accept:`));
}

function report(before, after) {
  for (const [index, { name, all, refused }] of after.entries()) {
    const served = all - refused - before[index].all + before[index].refused;
    console.log(`  ${name}: ${(served / Number(values.seconds)).toFixed(0)} a second served`);
  }
}
