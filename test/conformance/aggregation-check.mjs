// Registers API services behind a server, sends recorded requests through it, and compares how many answers, and what
// the servers behind received, agree with those of a Kubernetes 1.32 server, with floor.json:
// node test/conformance/aggregation-check.mjs [--raise] [--verbose]
//   --raise    writes a count that rose into floor.json
//   --verbose  prints where answers differ
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/install.mjs';
import { findFall, raiseFloor } from './floor.mjs';
import { launchForReplay } from './replay-profile.mjs';
import { runTool } from './run-tool.mjs';

const NAME = 'aggregation';
const LIMIT = 240_000;
const SHOWN = 20;

const { values } = parseArgs({ options: { raise: { type: 'boolean' }, verbose: { type: 'boolean' } } });
const shared = join(root, '..', 'shared');

if (!existsSync(join(shared, NAME))) {
  console.log('API services skipped: none recorded beside the checkout.');
  process.exit(0);
}

const first = await replay();
// Conditions depend on timing, which a loaded machine may miss.
const result = findFall(first) ? await replay() : first;
if (values.raise) raiseFloor(result);
console.log(`Requests through API services: ${result.passed} of ${result.total} agree.`);
const fall = findFall(result);
if (fall) console.log(`Below the floor: ${fall}`);
process.exit(fall ? 1 : 0);

async function replay() {
  const server = await launchForReplay(shared, ['--controllers=-*']);
  try {
    const show = ['--show', String(values.verbose ? SHOWN : 0)];
    const printed = await runTool(
      [join(shared, 'replay', 'aggregation.mjs'), '--server', server.url, ...show, join(shared, NAME)],
      LIMIT,
    );
    if (values.verbose) console.log(printed);
    const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed$/m.exec(printed) ?? [];
    return { profile: NAME, area: 'exchanges', passed: Number(passed), total: Number(passed) + Number(failed) };
  } finally {
    await server.stop();
  }
}
