// Runs the tests on releases of Node.js, and prints one line per release:
// npm run test:runtimes -- [--cache FOLDER] [RELEASE] ... [-- arguments of tools/test.mjs]
//   --cache  where releases are kept; a folder of the system's folder for temporary files by default
// Without a choice all supported releases run. A release is a whole version, or a major one of tools/test/runtimes/releases.mjs.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, root } from './install.mjs';
import { defaultCache, ensureBinary } from './test/runtimes/binaries.mjs';
import { RELEASES } from './test/runtimes/releases.mjs';

const given = process.argv.slice(2);
const end = given.includes('--') ? given.indexOf('--') : given.length;
const { values, positionals } = parseArgs({
  args: given.slice(0, end),
  options: { cache: { type: 'string', default: defaultCache } },
  allowPositionals: true,
});

ensureInstalled();
const lines = [];
for (const release of positionals.length > 0 ? positionals : RELEASES.keys()) {
  const programs = ensureBinary(RELEASES.get(release) ?? release, values.cache);
  const { line, hasPassed } = runOn(programs, given.slice(end + 1));
  lines.push(line);
  if (!hasPassed) process.exitCode = 1;
}
console.log(lines.join('\n'));

/** Programs that tests start by the name `node` are of the same release. */
function runOn(programs, words) {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-results-'));
  const results = join(folder, 'results.json');
  const node = join(programs, 'node');
  try {
    const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` };
    const test = [join(root, 'tools', 'test.mjs'), ...words, '--json', `--outputFile=${results}`];
    const { status } = spawnSync(node, test, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
    return { line: `${version}: ${summaryOf(results)}`, hasPassed: status === 0 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function summaryOf(results) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, 'utf8'));
    const failed = testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => name.slice(root.length + 1));
    return [`${numPassedTests} passed, ${numFailedTests} failed`, ...failed].join('\n  ');
  } catch {
    return 'the tests did not run to their end';
  }
}
