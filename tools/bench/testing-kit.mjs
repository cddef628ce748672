// Measures the testing kit: node tools/bench/testing-kit.mjs
// Prints wall and CPU milliseconds of the import, of starts, and of states that are put back in a store of 1000 objects.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from '../build.mjs';
import { root } from '../install.mjs';

const WARM_STARTS = 15;
const ROUNDS = 21;
const OBJECTS = 1000;
const MAPS = '/api/v1/namespaces/default/configmaps';

/** Runs something and returns its result with the wall and CPU time that it took. */
async function timed(work) {
  const [began, used] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(used);
  return { result, wall: performance.now() - began, cpu: (user + system) / 1000 };
}

function medianOf(runs, member) {
  const sorted = runs.map((run) => run[member]).sort((a, b) => a - b);
  return sorted[runs.length >> 1].toFixed(1).padStart(7);
}

function print(name, runs) {
  console.log(`${name.padEnd(44)} wall ${medianOf(runs, 'wall')}  cpu ${medianOf(runs, 'cpu')}`);
}

async function repeat(count, before, work) {
  const runs = [];
  for (let i = 0; i < count; i++) {
    await before(i);
    runs.push(await timed(work));
  }
  return runs;
}

await ensureBuilt();
// Packages have it. It is written by another process, so that the first start of this one is one.
spawnSync(process.execPath, [join(root, 'tools', 'bootstrap.mjs')], { stdio: 'inherit' });
const imported = await timed(() => import('../../dist/src/testing/index.js'));
print('import', [imported]);
const { startTestServer } = imported.result;
const cold = await timed(() => startTestServer());
print('first start', [cold]);
await cold.result.close();
const warm = await repeat(
  WARM_STARTS,
  () => {},
  async () => startTestServer(),
);
print(`start after the first, median of ${WARM_STARTS}`, warm);
await Promise.all(warm.map(({ result }) => result.close()));

const server = await startTestServer();
const change = (method, i, body) => server.request(method, method === 'POST' ? MAPS : `${MAPS}/m${i}`, { body });
const data = { text: 'x'.repeat(500) };
const all = Array.from({ length: OBJECTS }, (_, i) => change('POST', i, { metadata: { name: `m${i}` }, data }));
await Promise.all(all);
await server.settled();
let state;
print(
  'snapshot',
  await repeat(
    ROUNDS,
    () => {},
    async () => (state = await server.snapshot()),
  ),
);
const restore = () => server.restore(state);
print('restore, nothing changed', await repeat(ROUNDS, () => {}, restore));
const changeSome = async (round) => {
  for (let i = 0; i < 10; i++) await change('PATCH', i, { data: { round: String(round) } });
  for (let i = 20; i < 30; i++) await change('DELETE', i);
};
print('restore, 20 of 1000 objects changed', await repeat(ROUNDS, changeSome, restore));
print('restore, all 1000 deleted', await repeat(9, () => server.request('DELETE', MAPS), restore));
await server.close();
