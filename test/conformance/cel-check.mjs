// Evaluates expressions whose outcome in a Kubernetes 1.32 server was recorded and compares how many agree, area by area,
// with floor.json: node test/conformance/cel-check.mjs [--raise] [--area NAME]
//   --raise  writes counts that rose into floor.json
//   --area   evaluates one area only, and prints where outcomes differ
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { bundleOptions } from '../../tools/build/bundle.mjs';
import { root } from '../../tools/install.mjs';
import { findFall, findMissing, floorOf, raiseFloor } from './floor.mjs';
import { runTool } from './run-tool.mjs';

const NAME = 'cel';
const LIMIT = 240_000;
const SHOWN = 20;

const { values } = parseArgs({ options: { raise: { type: 'boolean' }, area: { type: 'string' } } });
const shared = join(root, '..', 'shared');

if (!existsSync(join(shared, NAME))) {
  console.log('Expressions skipped: none recorded beside the checkout.');
  process.exit(0);
}

const results = await evaluateAll();
for (const result of results) {
  if (isShort(result)) console.log(formatResult(result));
  if (values.raise) raiseFloor(result);
}
const sum = (member) => results.reduce((total, result) => total + result[member], 0);
console.log(`Expressions evaluated: ${sum('passed')} of ${sum('total')} agree.`);
const missing = findMissing(results, [NAME], () => values.area === undefined);
const falls = [...results.map(findFall).filter((fall) => fall !== undefined), ...missing];
for (const fall of falls) console.log(`Below the floor: ${fall}`);
process.exit(falls.length === 0 ? 0 : 1);

/** Bundles the evaluator and runs the tool that compares its outcomes with the recorded ones. */
async function evaluateAll() {
  // Packages that are not bundled are found from inside the checkout.
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const directory = mkdtempSync(join(cache, 'cel-'));
  try {
    const entry = join(root, 'test', 'conformance', 'cel-evaluator.ts');
    const output = { entryPoints: { evaluator: entry }, outdir: directory, outExtension: { '.js': '.mjs' } };
    await build({ ...bundleOptions, ...output, absWorkingDir: root, splitting: false, metafile: false });
    const show = ['--show', String(values.area === undefined ? 0 : SHOWN)];
    const part = values.area === undefined ? [] : ['--only', `${values.area}/`];
    const module = ['--module', join(directory, 'evaluator.mjs')];
    const printed = await runTool([join(shared, 'replay', 'cel.mjs'), ...module, ...show, ...part], LIMIT);
    if (values.area !== undefined) console.log(printed);
    return [...printed.matchAll(/^([a-z]+\/[a-z]+) +(\d+)\/(\d+)$/gm)].map(([, area, passed, total]) => {
      return { profile: NAME, area, passed: Number(passed), total: Number(total) };
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Areas in which all expressions agree are left out. */
function isShort({ profile, area, passed, total }) {
  return values.area !== undefined || passed < total || passed < floorOf(profile, area);
}

function formatResult({ profile, area, passed, total }) {
  return `${profile.padEnd(8)} ${area.padEnd(46)} ${String(passed).padStart(5)} of ${total}`;
}
