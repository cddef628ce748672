// Sends recorded requests to a server under each recorded audit policy, and compares how many agree in the events that
// are logged with those of a Kubernetes 1.32 server, with floor.json:
// node test/conformance/audit-check.mjs [--raise] [--verbose] [policy ...]
//   --raise    writes counts that rose into floor.json
//   --verbose  prints where events differ
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/install.mjs';
import { findFall, raiseFloor } from './floor.mjs';
import { launchForReplay } from './replay-profile.mjs';
import { runTool } from './run-tool.mjs';

const NAME = 'audit';
const LIMIT = 120_000;
const SHOWN = 30;

const { values, positionals } = parseArgs({
  options: { raise: { type: 'boolean' }, verbose: { type: 'boolean' } },
  allowPositionals: true,
});
const shared = join(root, '..', 'shared');

if (!existsSync(join(shared, NAME))) {
  console.log('Audit skipped: no events recorded beside the checkout.');
  process.exit(0);
}

const policies = readdirSync(join(shared, NAME, 'policies')).map((file) => file.replace(/\.yaml$/, ''));
const falls = [];
for (const policy of policies.filter((each) => positionals.length === 0 || positionals.includes(each))) {
  const first = await replay(policy);
  // Events of a loaded machine may be late.
  const result = findFall(first) ? await replay(policy) : first;
  if (values.raise) raiseFloor(result);
  console.log(`Audit policy ${policy}: ${result.passed} of ${result.total} requests have the same events.`);
  const fall = findFall(result);
  if (fall) falls.push(fall);
}
for (const fall of falls) console.log(`Below the floor: ${fall}`);
process.exit(falls.length > 0 ? 1 : 0);

async function replay(policy) {
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-audit-'));
  const log = join(directory, 'audit.log');
  const file = join(shared, NAME, 'policies', `${policy}.yaml`);
  // As the recorded server was started.
  const flags = [
    '--controllers=-*',
    '--allow-privileged=false',
    `--audit-policy-file=${file}`,
    `--audit-log-path=${log}`,
  ];
  const server = await launchForReplay(shared, flags);
  try {
    const show = ['--show', String(values.verbose ? SHOWN : 0)];
    const where = ['--server', server.url, '--log', log, '--policy', policy];
    const printed = await runTool([join(shared, 'replay', 'audit.mjs'), ...where, ...show, join(shared, NAME)], LIMIT);
    if (values.verbose) console.log(printed);
    const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed$/m.exec(printed) ?? [];
    return { profile: NAME, area: policy, passed: Number(passed), total: Number(passed) + Number(failed) };
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
