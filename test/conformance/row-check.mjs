// Sends the tables of mutated objects, the grid of single requests, definitions and objects of custom resources, and
// admission policies and webhooks, all recorded from a Kubernetes 1.32 server, to the built server and compares how many
// rows pass, by kind and verb or by area, with floor.json:
// node test/conformance/row-check.mjs [--raise] [--set tables|grid|custom|policies] [--area NAME]
//   --raise  writes counts that rose into floor.json
//   --set    sends one of them only
//   --area   sends what belongs to one kind or area only, and prints where answers differ
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/install.mjs';
import { findFall, findMissing, floorOf, raiseFloor } from './floor.mjs';
import { launchForReplay } from './replay-profile.mjs';
import { runTool } from './run-tool.mjs';

/**
 * The recorded rows, the tool that replays them, its option for a part of them, the files to replay where not all are,
 * further flags of the server, and whether areas below their floor are sent a second time.
 */
const SETS = [
  { name: 'tables', tool: 'table.mjs', select: '--kind' },
  { name: 'grid', tool: 'grid.mjs', select: '--area' },
  {
    name: 'custom',
    tool: 'custom.mjs',
    select: '--only',
    files: ['crd', 'rule', 'update', 'status', 'live', 'object', 'rules', 'sub'],
  },
  {
    name: 'policies',
    tool: 'policies.mjs',
    select: '--only',
    files: ['made', 'policy', 'mutate', 'hook', 'convert'],
    flags: ['--runtime-config=api/all=true', '--feature-gates=MutatingAdmissionPolicy=true'],
    // Its rows depend on timing, which a loaded machine may miss.
    isRepeated: true,
  },
];
/** A set that takes longer waits for something that does not come. */
const LIMIT = 400_000;
const SHOWN = 20;

const { values } = parseArgs({
  options: { raise: { type: 'boolean' }, set: { type: 'string' }, area: { type: 'string' } },
});
// Tools do nothing when they are run by a path through a link.
const beside = join(root, '..', 'shared');
const shared = existsSync(beside) ? realpathSync(beside) : beside;
const sets = SETS.filter(({ name }) => (values.set ?? name) === name && existsSync(join(shared, name)));

if (sets.length === 0) {
  console.log('Rows skipped: none recorded beside the checkout.');
  process.exit(0);
}

const results = [];
for (const set of sets) {
  for (const first of await sendSet(set, values.area)) {
    const result = set.isRepeated && findFall(first) ? await sendAgain(set, first) : first;
    results.push(result);
    if (isShort(result)) console.log(formatResult(result));
    if (values.raise) raiseFloor(result);
  }
}

// Of kinds that are not served nothing passes.
const served = results.filter(({ passed }) => passed > 0);
const sum = (member) => served.reduce((total, result) => total + result[member], 0);
console.log(`Rows sent: ${sum('passed')} of ${sum('total')} pass.`);
const names = sets.map(({ name }) => name);
const missing = findMissing(results, names, () => values.area === undefined);
const falls = [...results.map(findFall).filter((fall) => fall !== undefined), ...missing];
for (const fall of falls) console.log(`Below the floor: ${fall}`);
process.exit(falls.length === 0 ? 0 : 1);

/** Sends one area once more, and returns the better result. */
async function sendAgain(set, first) {
  const second = (await sendSet(set, `${first.area}/`)).find(({ area }) => area === first.area);
  return second && second.passed > first.passed ? second : first;
}

/** Sends a set or one area of it to its own server and reads how many rows of each part pass. */
async function sendSet({ name, tool, select, files = [], flags = [] }, selected) {
  const server = await launchForReplay(shared, ['--controllers=-*', ...flags]);
  try {
    const part = selected === undefined ? [] : [select, selected];
    const rows = files.map((file) => join(shared, name, `${file}.ndjson`));
    const show = ['--show', String(values.area === undefined ? 0 : SHOWN)];
    const output = await runTool(
      [join(shared, 'replay', tool), '--server', server.url, ...show, ...part, ...rows],
      LIMIT,
    );
    if (values.area !== undefined) console.log(output);
    return [...output.matchAll(/^([a-z][\w-]*(?:\/[\w-]+| (?:create|update|status))?) +(\d+)\/(\d+)$/gm)].map(
      (match) => ({
        profile: name,
        area: match[1],
        passed: Number(match[2]),
        total: Number(match[3]),
      }),
    );
  } finally {
    await server.stop();
  }
}

/** Parts of kinds that are not served are left out, and those of which all rows pass. */
function isShort({ profile, area, passed, total }) {
  return values.area !== undefined || (passed < total && (passed > 0 || floorOf(profile, area) > 0));
}

function formatResult({ profile, area, passed, total }) {
  return `${profile.padEnd(8)} ${area.padEnd(46)} ${String(passed).padStart(5)} of ${total}`;
}
