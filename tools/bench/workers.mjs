// Measures worker processes against one process, with wrk (Debian's package): consistent gets and creates of a ConfigMap
// of 3 kB, the processor time of each process, and its memory.
//   node tools/bench/workers.mjs [--workers LIST] [--seconds NUMBER] [--connections NUMBER] [--rounds NUMBER]
//   --workers      numbers of workers, 0 for one process without any (0,1,2)
//   --seconds      time of each run (5)
//   --connections  connections of the load generator (64)
//   --rounds       how often everything is measured, in turn (3)
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../build.mjs';
import { prepareFixtures } from './fixtures.mjs';
import { processorTime } from './processor-time.mjs';
import { configMap, configMapPath } from './requests.mjs';
import { median } from './statistics.mjs';
import { launchMeasured } from './subjects.mjs';

const BYTES = 2700;
const NAMESPACE = 'bench-workers';
const OBJECTS = 1000;
/** Seconds until the code of every process is compiled. */
const WARM_UP = 8;

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '0,1,2' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '3' },
  },
});
await ensureBuilt();
const scripts = mkdtempSync(join(tmpdir(), 'binnacle-wrk-'));
const counts = values.workers.split(',').map(Number);
const rows = new Map(counts.map((count) => [count, []]));
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const count of counts) rows.get(count).push(await measure(count));
  }
} finally {
  rmSync(scripts, { recursive: true, force: true });
}
for (const [count, found] of rows) report(count, found);

/** The figures of a server with so many workers. */
async function measure(count) {
  const server = await launchMeasured(['--controllers=-*', ...(count > 0 ? [`--workers=${count}`] : [])]);
  try {
    await prepareFixtures(server, [{ namespace: NAMESPACE, count: OBJECTS, bytes: BYTES }]);
    for (const script of [getScript, createScript]) await run(server, script(server), WARM_UP);
    const gets = await run(server, getScript(server));
    const creates = await run(server, createScript(server));
    return { gets, creates, megabytes: processesOf(server.pid).map(privateMegabytes) };
  } finally {
    await server.stop();
  }
}

/** Runs a script of wrk; answers requests a second, and microseconds of each process per request. */
async function run(server, script, seconds = values.seconds) {
  const file = join(scripts, 'load.lua');
  writeFileSync(file, script);
  const pids = processesOf(server.pid);
  const before = pids.map(processorTime);
  const child = spawn('wrk', ['-t1', `-c${values.connections}`, `-d${seconds}s`, '-s', file, server.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  await once(child, 'close');
  const after = pids.map(processorTime);
  const requests = Number(/(\d+) requests in/.exec(text)?.[1]);
  if (/Non-2xx|Socket errors/.test(text)) throw new Error(text);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
  return { perSecond, microseconds: after.map((time, i) => (time - before[i]) / requests) };
}

function getScript({ token }) {
  return `local n = 0
request = function()
  n = n + 1
  local name = string.format('item-%05d', n % ${OBJECTS})
  return wrk.format('GET', '${configMapPath(NAMESPACE)}/' .. name, { Authorization = 'Bearer ${token}' })
end
`;
}

function createScript({ token }) {
  const [head, tail] = configMap('@name@', BYTES).split('@name@');
  return `local n = 0
local run = '${Date.now().toString(36)}'
request = function()
  n = n + 1
  local headers = { Authorization = 'Bearer ${token}', ['Content-Type'] = 'application/json' }
  return wrk.format('POST', '${configMapPath(NAMESPACE)}', headers, '${head}' .. run .. '-' .. n .. '${tail}')
end
`;
}

/** The first process, and its workers. */
function processesOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
}

/** Memory that a process does not share with others, in MB. */
function privateMegabytes(pid) {
  const rollup = execFileSync('cat', [`/proc/${pid}/smaps_rollup`], { encoding: 'utf8' });
  const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)];
  return kilobytes.reduce((sum, [, amount]) => sum + Number(amount), 0) * 1.024e-3;
}

function report(count, found) {
  const of = (pick) => median(found.map(pick));
  const each = (pick) => pick(found[0]).map((_, i) => median(found.map((one) => pick(one)[i])).toFixed(0));
  console.log(
    `${count} workers: gets ${of(({ gets }) => gets.perSecond).toFixed(0)}/s,`,
    `creates ${of(({ creates }) => creates.perSecond).toFixed(0)}/s;`,
    `us per get ${each(({ gets }) => gets.microseconds)}, per create ${each(({ creates }) => creates.microseconds)};`,
    `private MB ${each(({ megabytes }) => megabytes)}`,
  );
}
