// Plays sequences of random requests whose last answers once differed from those of a Kubernetes 1.32 server, and compares
// how many end as recorded with floor.json:
// node test/conformance/differences-check.mjs [--raise] [--verbose]
//   --raise    writes a count that rose into floor.json
//   --verbose  prints what differs
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/install.mjs';
import { findFall, raiseFloor } from './floor.mjs';
import { launchForReplay } from './replay-profile.mjs';
import { runTool } from './run-tool.mjs';

const NAME = 'differences';
const LIMIT = 240_000;
const SHOWN = 20;

const { values } = parseArgs({ options: { raise: { type: 'boolean' }, verbose: { type: 'boolean' } } });
const shared = join(root, '..', 'shared');

if (!existsSync(join(shared, NAME))) {
  console.log('Differences skipped: none recorded beside the checkout.');
  process.exit(0);
}

const first = await play();
// Sequences with watches and waits depend on timing, which a loaded machine may miss.
const result = findFall(first) ? await play() : first;
if (values.raise) raiseFloor(result);
console.log(`Sequences of random requests: ${result.passed} of ${result.total} end as recorded.`);
const fall = findFall(result);
if (fall) console.log(`Below the floor: ${fall}`);
process.exit(fall ? 1 : 0);

async function play() {
  const server = await launchForReplay(shared, ['--controllers=-*']);
  try {
    const tool = join(shared, 'replay', `${NAME}.mjs`);
    const printed = await runTool([tool, '--server', server.url, '--show', String(values.verbose ? SHOWN : 0)], LIMIT);
    if (values.verbose) console.log(printed);
    const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(printed) ?? [undefined, '0', '0'];
    return { profile: NAME, area: 'sequences', passed: Number(passed), total: Number(passed) + Number(failed) };
  } finally {
    await server.stop();
  }
}
