// Measures what audit adds to the processor time of a get: with one event per stage at level Metadata into a log file.
//   node tools/bench/audit.mjs [--rounds NUMBER]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../build.mjs';
import { openAll, sendAll, spread } from './cost-of-requests.mjs';
import { processorTime } from './processor-time.mjs';
import { formatRequest } from './requests.mjs';
import { median } from './statistics.mjs';
import { launchMeasured } from './subjects.mjs';

const REQUESTS = 10_000;
const CONCURRENCY = 16;
/** Requests a second, for the cost as a share of a processor. */
const RATE = 5000;
const GET = '/api/v1/namespaces/default';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
await ensureBuilt();
const directory = mkdtempSync(join(tmpdir(), 'binnacle-audit-bench-'));
const servers = [];
try {
  const policyFile = join(directory, 'policy.json');
  const policy = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] };
  writeFileSync(policyFile, JSON.stringify(policy));
  const audited = [`--audit-policy-file=${policyFile}`, `--audit-log-path=${join(directory, 'audit.log')}`];
  const sorts = {
    'no audit': [],
    blocking: audited,
    batch: [...audited, '--audit-log-mode=batch'],
  };
  const subjects = {};
  for (const [name, flags] of Object.entries(sorts)) {
    const server = await launchMeasured(['--controllers=-*', ...flags], []);
    servers.push(server);
    subjects[name] = { server, connections: await openAll(server, CONCURRENCY), times: [] };
  }
  await measure(Object.values(subjects));
  report(subjects);
} finally {
  for (const server of servers) await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** Measures all in turns, so that what else the machine does is the same for all. */
async function measure(subjects) {
  for (let round = -1; round < Number(values.rounds); round++) {
    for (const { server, connections, times } of subjects) {
      const before = processorTime(server.pid);
      await sendAll(connections, formatRequest({ path: GET }, server), REQUESTS);
      // The first round warms up.
      if (round >= 0) times.push((processorTime(server.pid) - before) / REQUESTS);
    }
  }
  for (const { connections } of subjects) for (const connection of connections) connection.close();
}

function report(subjects) {
  const base = median(subjects['no audit'].times);
  for (const [name, { times }] of Object.entries(subjects)) {
    const added = median(times) - base;
    const points = ((added * RATE) / 10_000).toFixed(1);
    console.log(
      `${name}: ${median(times).toFixed(1)} µs a get (${spread(times)}), ${points} points at ${RATE} a second`,
    );
  }
}
